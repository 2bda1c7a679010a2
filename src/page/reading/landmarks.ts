import type { Landmark } from "./api.ts";

const byTag: Record<string, string> = { HEADER: "banner", NAV: "navigation", MAIN: "main", ASIDE: "complementary", FOOTER: "contentinfo", SEARCH: "search" };
const landmarkRoles = new Set([...Object.values(byTag), "form", "region"]);
/** A header or footer of one of these is its own, not the page's. */
const SECTIONING = "article, aside, main, nav, section";

/** In the order of the document, without those that have no words in them. */
export function landmarksOf(document: Document): Landmark[] {
  return [...document.querySelectorAll(`${Object.keys(byTag).join(",")},[role]`)].flatMap((element) => {
    const role = element.getAttribute("role")?.trim().split(/\s+/)[0] ?? roleOfTag(element);
    if (role === undefined || !landmarkRoles.has(role) || !element.textContent?.trim()) return [];
    return { role, name: nameOf(element, document) };
  });
}

function roleOfTag(element: Element): string | undefined {
  const isOwn = (element.tagName === "HEADER" || element.tagName === "FOOTER") && element.parentElement?.closest(SECTIONING);
  return isOwn ? undefined : byTag[element.tagName];
}

function nameOf(element: Element, document: Document): string {
  const labels = element.getAttribute("aria-labelledby")?.trim().split(/\s+/) ?? [];
  const named = labels.map((id) => document.getElementById(id)?.textContent ?? "").join(" ");
  return (named || element.getAttribute("aria-label") || "").replaceAll(/\s+/g, " ").trim();
}
