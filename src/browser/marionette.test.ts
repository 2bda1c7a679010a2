import { PassThrough } from "node:stream";
import net from "node:net";
import { expect, test } from "vitest";
import { Marionette } from "./marionette.ts";

const framed = (message: unknown): string => `${JSON.stringify(message).length}:${JSON.stringify(message)}`;

test("what an earlier driver left in the pipe is skipped, even when its first message is torn", async () => {
  const wire = new PassThrough();
  const commands = new net.Socket();
  const answers = new net.Socket();
  commands.write = (text: string | Uint8Array) => wire.write(text);
  using marionette = Marionette.through({ commands, answers });
  const answer = marionette.send("WebDriver:NewSession");
  const sent = String(wire.read());
  const [, id] = JSON.parse(sent.slice(sent.indexOf(":") + 1)) as [0, number];
  const left = framed([1, 1, null, { webSocketUrl: "of somebody else" }]);
  const ours = framed([1, id, null, { webSocketUrl: "ours" }]);
  for (const piece of [left.slice(9), left, ours.slice(0, 5), ours.slice(5)]) answers.emit("data", Buffer.from(piece));
  expect(await answer).toEqual({ webSocketUrl: "ours" });
});
