/** More is no page but a program's output. */
const MAX_LENGTH = 8_000_000;

/** A document as HTML, with where it is from in its first line and what its open shadow trees hold. */
export function domOf(document: Document): string {
  const { documentElement: root, URL: url } = document;
  if (!root) return "";
  const shadowRoots = "getHTML" in root ? shadowRootsIn(root) : [];
  const inside = shadowRoots.length > 0 ? root.getHTML({ shadowRoots }) : root.innerHTML;
  const lang = root.getAttribute("lang");
  return `<!-- saved from url=(${String(url.length).padStart(4, "0")})${url} -->\n<!doctype html><html${lang ? ` lang="${lang.replaceAll('"', "")}"` : ""}>${inside.slice(0, MAX_LENGTH)}</html>`;
}

function shadowRootsIn(root: ParentNode): ShadowRoot[] {
  return [...root.querySelectorAll("*")].flatMap(({ shadowRoot }) => (shadowRoot ? [shadowRoot, ...shadowRootsIn(shadowRoot)] : []));
}
