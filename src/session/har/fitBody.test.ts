import { expect, test } from "vitest";
import { fitBody } from "./fitBody.ts";

const fit = (text: string): string => text.replaceAll("pässword", "<P>").replaceAll("s3cret", "<S>");
const base64 = (bytes: string, encoding: BufferEncoding = "utf8") => Buffer.from(bytes, encoding).toString("base64");

test.each([
  ["text", "a s3cret", false, "a <S>"],
  ["text as bytes", base64("ein pässword"), true, base64("ein <P>")],
  ["bytes with text in them", base64("\xff\xfe s3cret \x80", "latin1"), true, base64("\xff\xfe <S> \x80", "latin1")],
  ["bytes", base64("\x89PNG\xff\x00", "latin1"), true, base64("\x89PNG\xff\x00", "latin1")],
])("%s", (_, body, base64Encoded, fitted) => expect(fitBody({ body, base64Encoded }, fit)).toEqual({ body: fitted, base64Encoded }));
