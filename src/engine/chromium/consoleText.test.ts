import type { Protocol } from "devtools-protocol";
import { expect, test } from "vitest";
import { consoleText } from "./consoleText.ts";

const text = (value: string): Protocol.Runtime.RemoteObject => ({ type: "string", value });
const number = (value: number): Protocol.Runtime.RemoteObject => ({ type: "number", value, description: String(value) });

test.each<[Protocol.Runtime.RemoteObject[], string]>([
  [[], ""],
  [[text("a"), number(1)], "a 1"],
  [[text("100%")], "100%"],
  [[text("%s is %d%%"), text("load"), number(41.7)], "load is 41%"],
  [[text("%s %s"), text("one")], "one %s"],
  [[text("%cred"), text("color: red"), text("rest")], "red rest"],
  [[{ type: "bigint", unserializableValue: "10n", description: "10n" }], "10n"],
  [[{ type: "number", unserializableValue: "NaN", description: "NaN" }], "NaN"],
  [[{ type: "undefined" }, { type: "object", subtype: "null", value: null }], "undefined null"],
  [[{ type: "object", className: "Foo", description: "Foo" }], "Foo"],
])("%j reads %s", (args, wanted) => {
  expect(consoleText(args)).toBe(wanted);
});

test("previews are shown as DevTools shows them", () => {
  const preview: Protocol.Runtime.ObjectPreview = {
    type: "object",
    description: "Point",
    overflow: true,
    properties: [
      { name: "x", type: "number", value: "1" },
      { name: "name", type: "string", value: "a\"b" },
      { name: "inner", type: "object", value: "Object" },
      { name: "list", type: "object", subtype: "array", value: "Array(3)" },
      { name: "move", type: "function", value: "" },
    ],
  };
  expect(consoleText([{ type: "object", description: "Point", preview }])).toBe('Point {x: 1, name: "a\\"b", inner: {…}, list: Array(3), move: ƒ, …}');
});
