import { expect, test } from "vitest";
import { decodeText } from "./decodeText.ts";

const latin1 = (text: string): Buffer => Buffer.from(text, "latin1");

test.each([
  ["the server's word", Buffer.from([0x8c, 0xa9]), "text/html; charset=Shift_JIS", "見", "shift_jis", undefined],
  ["a mark before the server's word", Buffer.from("\uFEFFé"), "text/html; charset=iso-8859-1", "é", "utf-8", undefined],
  ["what the page says", latin1('<meta charset="iso-8859-1">é'), "text/html", '<meta charset="iso-8859-1">é', "windows-1252", undefined],
  ["what a feed says", latin1('<?xml version="1.0" encoding="ISO-8859-1"?>é'), "application/xml", '<?xml version="1.0" encoding="ISO-8859-1"?>é', "windows-1252", undefined],
  ["UTF-8 where nothing is said", Buffer.from("é"), "text/plain", "é", "utf-8", undefined],
  ["Latin where nothing is said and it is not UTF-8", latin1("café"), "text/plain", "café", "windows-1252", undefined],
  ["Latin that was said to be UTF-8", latin1("café"), "text/html; charset=utf-8", "café", "windows-1252", "not utf-8"],
  ["a charset that nobody knows", Buffer.from("é"), "text/html; charset=klingon", "é", "utf-8", "klingon"],
])("reads by %s", (_, bytes, type, text, charset, doubt) => {
  const decoded = decodeText(bytes, type);
  expect(decoded).toMatchObject({ text, charset });
  if (doubt === undefined) expect(decoded.doubt).toBeUndefined();
  else expect(decoded.doubt).toContain(doubt);
});
