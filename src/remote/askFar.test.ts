import http from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { expect, test } from "vitest";
import { askFar } from "./askFar.ts";

test("a question does not go out on a connection that an earlier one left, which may be dead", async () => {
  const used = new WeakSet<Socket>();
  const server = http.createServer(({ socket }, response) => {
    if (used.has(socket)) return void socket.resetAndDestroy();
    used.add(socket);
    response.end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const endpoint = { name: "lab", address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  for (const _ of [1, 2]) expect(await askFar(endpoint, "/status")).toMatchObject({ status: 200 });
  server.close();
});
