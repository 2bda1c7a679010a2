import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { WebSocketServer } from "ws";
import { frameLogs } from "../../diagnosis/frameLog.ts";
import { isDroverError } from "../../protocol/errors.ts";
import { CdpConnection, CdpError } from "./connection.ts";

const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
server.on("connection", (socket) =>
  socket.on("message", (data) => {
    const { id, method } = JSON.parse(String(data)) as { id: number; method: string };
    if (method === "Browser.crash") socket.terminate();
    else socket.send(JSON.stringify({ id, error: { code: -32_602, message: "Invalid parameters", data: "url: string value expected" } }));
  }),
);
afterAll(() => new Promise((resolve) => server.close(resolve)));

const opened = () => CdpConnection.open(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/`);

async function whoNavigates(connection: CdpConnection): Promise<void> {
  await connection.browser.send("Page.navigate", { url: "about:blank" });
}

async function whoCrashes(connection: CdpConnection): Promise<void> {
  await connection.browser.send("Browser.crash");
}

test("a refusal has the caller's stack, and says that the command was wrong", async () => {
  const connection = await opened();
  const refusal = await whoNavigates(connection).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(CdpError);
  expect(refusal).toMatchObject({
    kind: "misuse",
    code: -32_602,
    message: "Page.navigate: Invalid parameters (url: string value expected)",
    stack: expect.stringMatching(/^CdpError: Page\.navigate: Invalid parameters .*\n(.*\n)*? +at .*whoNavigates/),
  });
  connection.close();
});

test("so has the end of the connection, and its last frames are kept", async () => {
  const connection = await opened();
  const gone = await whoCrashes(connection).catch((error: unknown) => error);
  expect(isDroverError(gone) && gone).toMatchObject({ code: "browser-gone", hint: expect.stringContaining("Call again") });
  expect(gone).toMatchObject({ stack: expect.stringContaining("whoCrashes") });
  const log = frameLogs().at(-1);
  expect(log?.frames()).toMatchObject([{ direction: "sent", method: "Browser.crash" }]);
  expect(log?.endedAt).toBeTypeOf("number");
});
