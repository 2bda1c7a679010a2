import { expect, test } from "vitest";
import { sourceFiles, textOf } from "./sources.ts";

/** Names that nothing else in the page code has. */
const hidden =
  "nodeType parentNode parentElement childNodes firstChild lastChild nextSibling isConnected getRootNode textContent localName tagName getAttribute hasAttribute getAttributeNames " +
  "shadowRoot assignedSlot childElementCount firstElementChild nextElementSibling previousElementSibling checkVisibility getBoundingClientRect clientWidth clientHeight scrollWidth scrollHeight " +
  "scrollTop scrollIntoView isContentEditable innerText querySelectorAll querySelector closest documentElement activeElement";

/** Where what is read is known to be no form: elements that Drover made itself, shadow roots, ranges, and what was just found to be something else. */
const apart = /\b(?:cloth|host|label|frame|shadow|root|inner|range|image|input|option)\??\.|shadowRoot\(\w+\)\??\.activeElement|\.control\?\.checkVisibility|instanceof (?:HTMLAreaElement|SVGElement|HTMLProgressElement)/;

test("page code reads the DOM through src/page/dom.ts, because the fields of a form hide its properties", () => {
  const pattern = new RegExp(`(?<!\\bdom)\\??\\.(?:${hidden.split(" ").join("|")})\\b(?!\\.ts)`);
  const direct = ["see", "act", "selector", "measure", "state"]
    .flatMap((folder) => sourceFiles(`src/page/${folder}`))
    .flatMap((file) => textOf(file).split("\n").flatMap((line, at) => (pattern.test(line.replace(/^\s*(?:\/?\*|\/\/).*|\/\^\(Failed.*/, "")) && !apart.test(line) ? [`${file}:${at + 1}: ${line.trim()}`] : [])));
  expect(direct).toEqual([]);
});
