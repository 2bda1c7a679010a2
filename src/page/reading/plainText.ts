const blocks = new Set("address article aside blockquote center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tbody tfoot thead tr ul".split(" "));
/** With a blank line around them. */
const apart = new Set("p h1 h2 h3 h4 h5 h6 ul ol dl table pre blockquote figure".split(" "));

/** The words alone, each block on lines of its own, cells of a row with tabs between them. */
export function textOf(root: Element): string {
  const pieces: string[] = [];
  write(root, pieces, false);
  return pieces
    .join("")
    .replaceAll(/[ \t]*\n[ \t]*/g, "\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}

function write(node: Node, pieces: string[], exact: boolean): void {
  for (const child of node.childNodes) {
    if (child.nodeType === 3) pieces.push(exact ? (child.nodeValue ?? "") : (child.nodeValue ?? "").replaceAll(/\s+/g, " "));
    if (child.nodeType !== 1) continue;
    const element = child as Element;
    const name = element.localName;
    const border = apart.has(name) ? "\n\n" : blocks.has(name) ? "\n" : "";
    if (name === "br") pieces.push("\n");
    pieces.push(border);
    write(element, pieces, exact || name === "pre");
    pieces.push(name === "td" || name === "th" ? "\t" : border);
  }
}
