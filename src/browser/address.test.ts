import { expect, test } from "vitest";
import { parseDevToolsPort, parseFirefoxPorts } from "./address.ts";

const browserPath = "/devtools/browser/1ab4b176-5e89-47a5-aac9-5c98903bcdc3";

test("Chromium's file gives the browser-level WebSocket", () => {
  expect(parseDevToolsPort(`40853\n${browserPath}`)).toEqual({ endpoint: `ws://127.0.0.1:40853${browserPath}` });
});

test.each(["", "40853", "40853\n", `40853\n${browserPath.slice(0, -1)}`])("a file that is still being written (%j) gives nothing", (text) => {
  expect(parseDevToolsPort(text)).toBeUndefined();
});

test("Firefox is ready when both of its servers have written their port", () => {
  const bidi = '{\n  "ws_host": "127.0.0.1",\n  "ws_port": 34357\n}';
  expect(parseFirefoxPorts("39627", bidi)).toEqual({ endpoint: "ws://127.0.0.1:34357", marionettePort: 39627 });
  expect(parseFirefoxPorts("", bidi)).toBeUndefined();
  expect(parseFirefoxPorts("39627", '{\n  "ws_host": "127.0.0.1",\n  "ws_port": 343')).toBeUndefined();
});
