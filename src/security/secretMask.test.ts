import { expect, test } from "vitest";
import { SecretMask } from "./secretMask.ts";

const SECRET = `pa"ss w&rd/7+ü`;

function maskOf(secrets: Record<string, string>): SecretMask {
  const mask = new SecretMask();
  for (const [name, value] of Object.entries(secrets)) mask.hold(name, value);
  return mask;
}

const base64 = (text: string) => Buffer.from(text).toString("base64");

test.each([
  ["as it is", SECRET],
  ["in an address", encodeURIComponent(SECRET)],
  ["in an address, in small letters", encodeURIComponent(SECRET).replaceAll(/%../g, (code) => code.toLowerCase())],
  ["in an address, twice", encodeURIComponent(encodeURIComponent(SECRET))],
  ["in a form", new URLSearchParams({ q: SECRET }).toString().slice(2)],
  ["in HTML", SECRET.replaceAll("&", "&amp;").replaceAll('"', "&quot;")],
  ["in HTML by numbers", SECRET.replaceAll(/[^a-z0-9]/g, (character) => `&#${character.codePointAt(0)};`)],
  ["in JSON", JSON.stringify(SECRET).slice(1, -1)],
  ["in JSON of JSON", JSON.stringify(JSON.stringify(SECRET)).slice(3, -3)],
  ["in JSON of ASCII", JSON.stringify(SECRET).slice(1, -1).replace("ü", "\\u00fc").replace("/", "\\/")],
  ["in hex", Buffer.from(SECRET).toString("hex")],
  ["in large hex", Buffer.from(SECRET).toString("hex").toUpperCase()],
  ["in an address, all of it in both cases", Buffer.from(SECRET).toString("hex").replaceAll(/../g, "%$&").replace(/[a-f]/, (letter) => letter.toUpperCase())],
  ["in a dump", Buffer.from(SECRET).toString("hex").replaceAll(/..(?!$)/g, "$& ")],
  ["in a fingerprint", Buffer.from(SECRET).toString("hex").toUpperCase().replaceAll(/..(?!$)/g, "$&:")],
  ["in an address, all of it", Buffer.from(SECRET).toString("hex").replaceAll(/../g, "%$&")],
  ["in an address, all of it in large letters", Buffer.from(SECRET).toString("hex").toUpperCase().replaceAll(/../g, "%$&")],
  ["in HTML by numbers, all of it", SECRET.replaceAll(/[^]/g, (character) => `&#${character.codePointAt(0)};`)],
  ["in HTML by hex numbers, all of it", SECRET.replaceAll(/[^]/g, (character) => `&#x${character.codePointAt(0)?.toString(16).toUpperCase()};`)],
  ["in JSON by numbers, all of it", SECRET.replaceAll(/[^]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`)],
])("a value is masked %s", (_, form) => {
  expect(maskOf({ PASSWORD: SECRET }).text(`before ${form} behind`)).toBe("before <PASSWORD> behind");
});

test("a value is masked in hex, whichever of its letters are large", () => {
  const mask = maskOf({ LETTERS: "jklmnoz~", ACCENTS: "ïëêïëê" });
  for (const value of ["jklmnoz~", "ïëêïëê"])
    for (let round = 0; round < 256; round++) {
      let letter = 0;
      const hex = Buffer.from(value).toString("hex").replaceAll(/[a-f]/g, (digit) => ((round >> letter++ % 8) & 1 ? digit.toUpperCase() : digit));
      expect(mask.text(`:${hex}.`), hex).toMatch(/^:<[A-Z]+>\.$/);
    }
});

test.each(["", "a", "ab", "abc", "user:"])("a value is masked in base64 behind %j", (before) => {
  const mask = maskOf({ TOKEN: "s3cr3t-hunter2?>" });
  for (const after of ["", "x", "xy", "xyz"])
    for (const encoding of ["base64", "base64url"] as const) {
      const text = Buffer.from(`${before}s3cr3t-hunter2?>${after}`).toString(encoding);
      const masked = mask.text(`data:${text}`);
      expect(masked).toContain("<TOKEN>");
      // What is left of it may tell of what is around the value, and nothing of the value.
      expect(masked.length - "data:<TOKEN>".length).toBeLessThanOrEqual(Math.ceil((before.length * 4) / 3) + Math.ceil((after.length * 4) / 3) + 2);
    }
});

test("a value is masked in base64 that is written in lines, wherever they end", () => {
  const mask = maskOf({ TOKEN: "s3cr3t-hunter2?>" });
  for (let before = 0; before < 76; before++) {
    const text = Buffer.from(`${"x".repeat(before)}s3cr3t-hunter2?>yyy`).toString("base64");
    for (const end of ["\n", "\r\n", "\\n"]) expect(mask.text(text.replaceAll(/.{76}/g, `$&${end}`)), text).toContain("<TOKEN>");
  }
});

test.each(["hunter", "HUNTER22", base64("hunter23"), "a hunt", "hunter 22", ""])("%j only resembles a value", (text) => {
  expect(maskOf({ PASSWORD: "hunter22-and-more" }).text(`${text}.`)).toBe(`${text}.`);
});

test("of values within and across others nothing is left", () => {
  const mask = maskOf({ SHORT: "hunter", LONG: "my-hunter-2", NEXT: "2-and-more" });
  expect(mask.text("my-hunter-2 hunter")).toBe("<LONG> <SHORT>");
  expect(mask.text("my-hunter-2-and-more")).toBe("<LONG><NEXT>");
});

test("masking what is masked changes nothing, whatever the values are", () => {
  const mask = maskOf({ PASSWORD: "PASSWORD", SWORD: "<PASS" });
  const once = mask.text("the PASSWORD is <PASSWORD>, not <PASS");
  expect(once).toBe("the <PASSWORD> is <PASSWORD>, not <SWORD>");
  expect(mask.text(once)).toBe(once);
});

test("what was cut off is masked too", () => {
  const mask = maskOf({ TOKEN: "abcdefghijklmnopqrstuvwxyz" });
  expect(mask.text("token abcdefg…")).toBe("token <TOKEN>…");
  expect(mask.text("token abcdefghij")).toBe("token <TOKEN>");
  expect(mask.text("abcdefg")).toBe("<TOKEN>");
  expect(mask.text("the abc of it")).toBe("the abc of it");
});

test("a number by fours, and as a number", () => {
  const mask = maskOf({ CARD: "4111111111111111", PIN: "123456" });
  expect(mask.text("4111 1111 1111 1111 or 4111-1111-1111-1111")).toBe("<CARD> or <CARD>");
  expect(mask.deep({ pin: 123_456, count: 3 })).toEqual({ pin: "<PIN>", count: 3 });
});

test("a value in pieces is masked in lists, in lines of a snapshot and in frames of a socket", () => {
  const mask = maskOf({ PASSWORD: "s3cr3t-hunter2" });
  expect(mask.deep({ tree: [[0, "main", "", "e1"], [1, "s3cr"], [1, "3t-hunter2"], [1, "rest"]] })).toEqual({ tree: [[0, "main", "", "e1"], [1, "<PASSWORD>"], [1, ""], [1, "rest"]] });
  expect(mask.deep({ tree: [[0, "cell", "s3cr3t", "e1"], [1, "-hunter2"]] })).toEqual({ tree: [[0, "cell", "<PASSWORD>", "e1"], [1, ""]] });
  expect(mask.deep([{ payload: "s3cr3t-h", n: 1 }, { payload: "unter2!", n: 2 }])).toEqual([{ payload: "<PASSWORD>", n: 1 }, { payload: "!", n: 2 }]);
});

test("a value in pieces is masked in text and in HTML", () => {
  const mask = maskOf({ PASSWORD: "s3cr3t-hunter2" });
  expect(mask.text("s3cr3t-\n    hunter2")).toBe("<PASSWORD>");
  expect(mask.text("<p><b>s3cr3t-</b><i class='x'>hunter2</i></p>")).toBe("<p><b><PASSWORD></i></p>");
  expect(mask.deep([{ html: "<li>s3cr3t-</li>" }, { html: "<li>hunter2</li>" }])).toEqual([{ html: "<li><PASSWORD>" }, { html: "</li>" }]);
});

test("names of fields are masked, and a result without values is given as it is", () => {
  const mask = maskOf({ PASSWORD: "s3cr3t-hunter2" });
  expect(mask.deep({ a: { "x-s3cr3t-hunter2": [null, true, 1] } })).toEqual({ a: { "x-<PASSWORD>": [null, true, 1] } });
  const clean = { a: ["b", { c: 1 }] };
  expect(mask.deep(clean)).toBe(clean);
});

test("a value that nobody holds any more is told again", () => {
  const mask = new SecretMask();
  const first = mask.hold("A", "s3cr3t-hunter2");
  const second = mask.hold("B", "s3cr3t-hunter2");
  first();
  expect(mask.text("s3cr3t-hunter2")).toBe("<A>");
  second();
  expect(mask.text("s3cr3t-hunter2")).toBe("s3cr3t-hunter2");
  expect(mask.empty).toBe(true);
});

test.each(["**Xk9-zebra***\\-quartz-41*", "- Xk9-zebra\n- \\-quartz-41", "> Xk9-\n> zebra-quartz-41", "| Xk9-zebra | -quartz-41 |"])("a value that Markdown has taken apart is masked: %s", (written) => {
  const mask = new SecretMask();
  mask.hold("CANARY", "Xk9-zebra-quartz-41");
  expect(mask.text(written)).toContain("<CANARY>");
  expect(mask.text(written)).not.toMatch(/zebra|quartz/);
});
