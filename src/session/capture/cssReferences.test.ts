import { expect, test } from "vitest";
import { cssReferences, withReferences } from "./cssReferences.ts";

const cases: [css: string, urls: string[]][] = [
  ["a { background: url(a.png) }", ["url background a.png"]],
  [`a { background: url( "a b.png" ), url('c.png') }`, ["url background a b.png", "url background c.png"]],
  [`@import "one.css" screen; @import url(two.css) layer(x); a { color: red }`, ["import  one.css", "import  two.css"]],
  [`@font-face { font-family: "url(not.png)"; src: url(f.woff2) format("woff2"), url(f.woff) }`, ["url src f.woff2", "url src f.woff"]],
  [`a { background-image: image-set("one.png" 1x, url(two.png) 2x); content: "text" }`, ["string background-image one.png", "url background-image two.png"]],
  [`a { background: -webkit-image-set(url(x.png) 1x) , url(y.png); }`, ["url background x.png", "url background y.png"]],
  ["/* url(a.png) */ a { --x: 'url(b.png)'; mask: url(c.svg#m) }", ["url mask c.svg#m"]],
  [".card { & .icon { background: url(n.png) } &:hover { mask-image: url(h.svg) } }", ["url background n.png", "url mask-image h.svg"]],
  [String.raw`a { background: url(a\ b\28 1\29 .png) }`, ["url background a b(1).png"]],
  [`a:hover { background: url(data:image/svg+xml;utf8,<svg></svg>) }`, ["url background data:image/svg+xml;utf8,<svg></svg>"]],
  [`a { background: url("unclosed`, []],
  [`@layer one, two; @import "a.css"; b { color: red } @import "late.css";`, ["import  a.css"]],
];

test.each(cases)("%s", (css, urls) => {
  expect(cssReferences(css).map(({ form, property, url }) => `${form} ${property} ${url}`)).toEqual(urls);
});

test("references are replaced in place, quoted, and what has no replacement stays", () => {
  const css = `@import "a.css"; b { background: url(b.png), url(keep.png); cursor: image-set("c.png" 1x) }`;
  const replaced = withReferences(css, cssReferences(css), ({ url }) => (url === "keep.png" ? undefined : `x/"${url}`));
  expect(replaced).toBe(String.raw`@import url("x/\"a.css"); b { background: url("x/\"b.png"), url(keep.png); cursor: image-set("x/\"c.png" 1x) }`);
});
