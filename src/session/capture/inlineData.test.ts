import { expect, test } from "vitest";
import { InlineData } from "./inlineData.ts";

const files: Record<string, string[]> = { "a.png": ["p", "ic", "", "ture"], "empty": [] };

async function written(inline: InlineData, text: string): Promise<string> {
  let all = "";
  for await (const piece of inline.written(text)) all += piece;
  return all;
}

const inlineOf = () =>
  new InlineData(async function* (file) {
    for (const chunk of files[file] ?? []) yield Buffer.from(chunk);
  });

const base64 = (text: string) => Buffer.from(text).toString("base64");

test("marks become data: addresses, however the bytes come", async () => {
  const inline = inlineOf();
  const [picture, nothing] = [inline.mark("image/png", { file: "a.png" }), inline.mark("", { file: "empty" })];
  expect(await written(inline, `<img src="${picture}#x"><img src="${nothing}">${picture}`)).toBe(
    `<img src="data:image/png;base64,${base64("picture")}#x"><img src="data:application/octet-stream;base64,">data:image/png;base64,${base64("picture")}`,
  );
});

test("a text with marks in it is encoded with what they stand for", async () => {
  const inline = inlineOf();
  const sheet = inline.mark("text/css", { text: `a { background: url("${inline.mark("image/png", { file: "a.png" })}") } /* grüß */` });
  expect(await written(inline, `@import "${sheet}";`)).toBe(`@import "data:text/css;base64,${base64(`a { background: url("data:image/png;base64,${base64("picture")}") } /* grüß */`)}";`);
});

test("what looks like another one's mark is text", async () => {
  const foreign = inlineOf().mark("image/png", { file: "a.png" });
  expect(await written(inlineOf(), foreign)).toBe(foreign);
});
