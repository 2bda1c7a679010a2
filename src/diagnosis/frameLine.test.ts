import { expect, test } from "vitest";
import { endedEarly, frameLine } from "./frameLine.ts";
import { FrameLog } from "./frameLog.ts";

const bare = (text: string) => text;

function lineOf(direction: "sent" | "received", message: Record<string, unknown>, mask = bare): string {
  const log = new FrameLog("");
  const text = JSON.stringify(message);
  log[direction](message, text);
  return frameLine(log.frames()[0]!, mask).slice("12:00:00.000 ".length);
}

test.each([
  [{ id: 1, method: "Page.navigate", params: { url: "https://a.example/", frameId: "F1" }, sessionId: "0123456789" }, '→ 1 Page.navigate [01234567] {"url":"https://a.example/","frameId":"F1"}'],
  [{ id: 2, method: "Runtime.evaluate", params: { expression: "hunter2", awaitPromise: true } }, '→ 2 Runtime.evaluate {"expression":"…7","awaitPromise":true}'],
  [{ id: 3, method: "Input.dispatchKeyEvent", params: { type: "keyDown", text: "h", key: "h", code: "KeyH", windowsVirtualKeyCode: 72 } }, '→ 3 Input.dispatchKeyEvent {"type":"keyDown","text":"…1","key":"…1","code":"…4","windowsVirtualKeyCode":"…"}'],
  [{ id: 4, method: "input.performActions", params: { context: "C", actions: [{ type: "key", actions: [{ type: "keyDown", value: "h" }] }] } }, '→ 4 input.performActions {"context":"C","actions":[{"type":"key","actions":[{"type":"keyDown","value":"…1"}]}]}'],
])("%j is told as %s", (message, line) => {
  expect(lineOf("sent", message)).toBe(line);
});

test.each([
  [{ id: 5, result: { result: { type: "object", value: { alice: 1234 } } } }, '← 5 {"result":{"type":"object","value":"…"}}'],
  [{ id: 6, result: { cookies: [{ name: "sid", value: "s3cret" }] } }, '← 6 {"cookies":"…"}'],
  [{ id: 7, error: { code: -32_602, message: "Invalid parameters", data: "expression: string value expected" } }, '← 7 {"code":-32602,"message":"Invalid parameters","data":"expression: string value expected"}'],
  [{ type: "error", id: 8, error: "no such frame", message: "Browsing Context with id 3 not found", stacktrace: "" }, '← 8 {"error":"no such frame","message":"Browsing Context with id 3 not found","stacktrace":""}'],
  [{ method: "Network.responseReceivedExtraInfo", params: { requestId: "R", headers: { "Set-Cookie": "sid=s3cret" }, statusCode: 200 } }, '← event Network.responseReceivedExtraInfo {"requestId":"R","headers":"…","statusCode":200}'],
  [{ method: "Page.javascriptDialogOpening", params: { message: "your code is 1234", type: "alert" } }, '← event Page.javascriptDialogOpening {"message":"…17","type":"alert"}'],
])("what a browser says in %j is told as %s", (message, line) => {
  expect(lineOf("received", message)).toBe(line);
});

test("what is told passes the mask", () => {
  expect(lineOf("sent", { id: 1, method: "Page.navigate", params: { url: "https://a.example/hunter2" } }, (text) => text.replaceAll("hunter2", "***"))).toBe(
    '→ 1 Page.navigate {"url":"https://a.example/***"}',
  );
});

test("a long frame is told as far as it was kept, without the text that was cut in two", () => {
  const line = lineOf("sent", { id: 1, method: "Page.setContent", params: { frameId: "F", url: `https://a.example/${"hunter2".repeat(1_000)}`, after: true } });
  expect(line).toBe('→ 1 Page.setContent {"frameId":"F"} (7100 characters)');
});

const whole = JSON.stringify({ a: [1, { b: 'x"},[' }, "y\\"], c: null, d: { e: [true] } });
test.each(Array.from({ length: whole.length }, (_, index) => index + 1))("JSON cut off after %i characters can be read", (length) => {
  expect(() => JSON.parse(endedEarly(whole.slice(0, length)))).not.toThrow();
});
