import http from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { z } from "zod";
import { askProvider } from "./rented.ts";

test.each([
  ["<h1>Welcome</h1>", ": it is no JSON"],
  ["[]", ": Invalid input: expected object"],
  ['{"id": 7}', ": id Invalid input: expected string"],
])("an answer in another shape (%s) is told as that", async (body, told) => {
  const server = http.createServer((_, response) => response.end(body));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const endpoint = { name: "farm", address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  await expect(askProvider(endpoint, "/sessions", "open a browser", z.object({ id: z.string() }))).rejects.toMatchObject({ code: "provider-failed", message: expect.stringContaining(`asked to open a browser${told}`) });
  server.close();
});
