import { expect, test } from "vitest";
import { visibleLine, visibleText } from "./visible.ts";

test.each([
  ["plain\n\ttext ü", "plain\n\ttext ü"],
  ["\u001b]0;title\u0007", "\\u001b]0;title\\u0007"],
  ["\u001b[31mred\u001b[0m", "\u001b[31mred\u001b[0m"],
  ["\u001b[8mhidden\u001b[2J", "\\u001b[8mhidden\\u001b[2J"],
  ["over\rwritten\r\n", "over\\rwritten\n"],
  ["\u009b31m\u007f\0", "\\u009b31m\\u007f\\u0000"],
])("on a terminal %j is %j", (text, shown) => expect(visibleText(text, true)).toBe(shown));

test("without colour no escape sequence is Drover's own", () => expect(visibleText("\u001b[31mred", false)).toBe("\\u001b[31mred"));

test("a line has no ends of lines", () => expect(visibleLine("a\r\nb\tc\u001b[31m")).toBe("a\\r\\nb\\tc\\u001b[31m"));
