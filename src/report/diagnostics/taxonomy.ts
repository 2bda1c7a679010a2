import type { Taxonomy } from "./record.ts";

/** What a piece of page JavaScript is after, the most telling first: it shows which tool is missing, or was not found. */
const kinds: [Taxonomy, RegExp][] = [
  ["storage-access", /\b(?:localStorage|sessionStorage|indexedDB|caches|document\s*\.\s*cookie|cookieStore)\b/],
  ["computed-style", /\b(?:getComputedStyle|getBoundingClientRect|getClientRects|offset(?:Width|Height|Top|Left)|client(?:Width|Height)|scroll(?:Width|Height))\b/],
  ["callback-trigger", /\.(?:click|focus|blur|submit|requestSubmit|dispatchEvent|scrollIntoView)\s*\(|\bwindow\s*\.\s*[\w$]+(?:\s*\??\.\s*[\w$]+)*\s*\(/],
  ["dom-query", /\b(?:querySelector(?:All)?|getElements?By\w+|matches|closest|evaluate|textContent|innerText|innerHTML|document\s*\.\s*(?:title|body|forms|links|images))\b|\$\$?\(/],
  ["feature-detect", /\btypeof\b|["'`][\w-]+["'`]\s+in\s+(?:window|navigator|document)|\bnavigator\b|\bCSS\s*\.\s*supports\b|\bmatchMedia\b/],
];

export const taxonomyOf = (expression: string): Taxonomy => kinds.find(([, form]) => form.test(expression))?.[0] ?? "custom";
