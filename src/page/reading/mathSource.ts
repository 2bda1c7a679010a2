/** The source of a formula, however a page has drawn it; undefined for what is no formula. */
export function mathSource(element: Element): { tex: string; display: boolean } | undefined {
  const classes = element.classList;
  if (classes.contains("katex") || classes.contains("katex-display") || element.localName === "mjx-container" || element.localName === "math") {
    const annotation = element.querySelector('annotation[encoding="application/x-tex"], annotation[encoding="TeX"]');
    const tex = annotation?.textContent ?? element.getAttribute("alttext") ?? element.getAttribute("data-latex") ?? linear(element);
    const display = classes.contains("katex-display") || element.getAttribute("display") === "block" || element.getAttribute("display") === "true";
    return tex.trim() ? { tex: tex.trim(), display } : undefined;
  }
  // MathJax 2 leaves its source in a script, and Wikipedia's pictures of formulas have it as their text.
  if (element.localName === "script" && element.getAttribute("type")?.startsWith("math/tex"))
    return { tex: element.textContent?.trim() ?? "", display: element.getAttribute("type")?.includes("mode=display") === true };
  return undefined;
}

/** MathML without a source: as its characters stand, with what is above, below and under a line said in TeX's way. */
function linear(element: Element): string {
  const math = element.localName === "math" ? element : element.querySelector("math");
  return math ? written(math) : (element.textContent ?? "");
}

function written(element: Element): string {
  const parts = [...element.children].map(written);
  const [first = "", second = "", third = ""] = parts;
  switch (element.localName) {
    case "mfrac":
      return `\\frac{${first}}{${second}}`;
    case "msqrt":
      return `\\sqrt{${parts.join("")}}`;
    case "mroot":
      return `\\sqrt[${second}]{${first}}`;
    case "msup":
    case "mover":
      return `${first}^{${second}}`;
    case "msub":
    case "munder":
      return `${first}_{${second}}`;
    case "msubsup":
    case "munderover":
      return `${first}_{${second}}^{${third}}`;
    case "annotation":
    case "annotation-xml":
      return "";
    default:
      return parts.length > 0 ? parts.join("") : (element.textContent?.trim() ?? "");
  }
}
