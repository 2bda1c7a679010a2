import { expect, test } from "vitest";
import { decodeText } from "./decodeText.ts";

const latin1 = (text: string): Buffer => Buffer.from(text, "latin1");

test.each([
  ["the server's word", Buffer.from([0x8c, 0xa9]), "text/html; charset=Shift_JIS", "見", "shift_jis", undefined],
  ["a mark before the server's word", Buffer.from("\uFEFFé"), "text/html; charset=iso-8859-1", "é", "utf-8", undefined],
  ["what the page says", latin1('<meta charset="iso-8859-1">é'), "text/html", '<meta charset="iso-8859-1">é', "windows-1252", undefined],
  ["what a feed says", latin1('<?xml version="1.0" encoding="ISO-8859-1"?>é'), "application/xml", '<?xml version="1.0" encoding="ISO-8859-1"?>é', "windows-1252", undefined],
  ["UTF-8 where nothing is said", Buffer.from("é"), "text/plain", "é", "utf-8", undefined],
  ["Latin where nothing is said and it is not UTF-8", latin1("café"), "text/plain", "café", "windows-1252", "nothing says its charset"],
  ["Latin with the signs that only Windows has", Buffer.from([0x93, 0x80, 0x92, 0x96, 0x81, 0xe9]), "text/html; charset=iso-8859-1", "“€’–\u0081é", "windows-1252", undefined],
  ["UTF-8 that was said to be Latin", Buffer.from("café ✓"), "text/html; charset=iso-8859-1", "café ✓", "utf-8", "not \"iso-8859-1\""],
  ["plain letters that were said to be Latin", Buffer.from("cafe"), "text/html; charset=iso-8859-1", "cafe", "windows-1252", undefined],
  ["a tag in two bytes a sign, without a mark", Buffer.from("<p>é", "utf16le"), "text/html", "<p>é", "utf-16le", undefined],
  ["the same the other way round", Buffer.from("<p>é", "utf16le").swap16(), "text/html", "<p>é", "utf-16be", undefined],
  ["Latin that was said to be UTF-8", latin1("café"), "text/html; charset=utf-8", "café", "windows-1252", "not utf-8"],
  ["a charset that nobody knows", Buffer.from("é"), "text/html; charset=klingon", "é", "utf-8", "klingon"],
])("reads by %s", (_, bytes, type, text, charset, doubt) => {
  const decoded = decodeText(bytes, type);
  expect(decoded).toMatchObject({ text, charset });
  if (doubt === undefined) expect(decoded.doubt).toBeUndefined();
  else expect(decoded.doubt).toContain(doubt);
});
