/** Addresses that this document has loaded, as far as the browser remembers them. */
export const loadedUrls = (): string[] => [...new Set(performance.getEntriesByType("resource").map(({ name }) => name))];

const drawing = ["backgroundImage", "maskImage", "borderImageSource", "listStyleImage", "content", "cursor", "filter", "clipPath", "shapeOutside"] as const;

/** Addresses in the computed styles of elements, and of what is generated before and after them. */
export function drawnUrls(elements: Iterable<Element>): string[] {
  const found = new Set<string>();
  for (const element of elements)
    for (const pseudo of [null, "::before", "::after"]) {
      const style = getComputedStyle(element, pseudo);
      for (const property of drawing) {
        const value = style[property];
        if (value && value.includes("url(")) for (const [, url = ""] of value.matchAll(/url\("?([^")]+)"?\)/g)) if (!url.startsWith("data:")) found.add(url);
      }
    }
  return [...found];
}
