/** Values of a wanted type from what a page says. Undefined when the page does not say one: nothing is made up. */

export type LeafType = "string" | "number" | "integer" | "boolean";

const yes = new Set(["true", "yes", "on", "1", "checked", "enabled", "✓", "✔"]);
const no = new Set(["false", "no", "off", "0", "unchecked", "disabled", "✗", "✘"]);

/** `$1,234.50`, `1.234,50 €`, `1 234`, `(12)`, `-3.5%`. Text around the number is allowed, a second number is not. */
export function parseNumber(text: string): number | undefined {
  const found = text.replace(/[\u00a0\u202f]/g, " ").match(/[-−+]?\s?\d[\d.,' ]*/g);
  if (!found || found.length !== 1) return undefined;
  let digits = (found[0] ?? "")
    .replace(/−/g, "-")
    .replace(/[ ']/g, "")
    .replace(/[.,]+$/, "");
  const lastDot = digits.lastIndexOf(".");
  const lastComma = digits.lastIndexOf(",");
  if (lastDot >= 0 && lastComma >= 0) {
    const decimal = lastDot > lastComma ? "." : ",";
    digits = digits.replaceAll(decimal === "." ? "," : ".", "").replace(decimal, ".");
  } else if (lastComma >= 0)
    digits = /^[-+]?\d{1,3}(,\d{3})+$/.test(digits) ? digits.replaceAll(",", "") : digits.replace(",", ".");
  else if (/^[-+]?\d{1,3}(\.\d{3}){2,}$/.test(digits)) digits = digits.replaceAll(".", "");
  const value = Number(digits);
  if (!Number.isFinite(value)) return undefined;
  return /\(\s*[^)]*\d[^)]*\)/.test(text) && value > 0 && /^\s*[^\d]*\(/.test(text) ? -value : value;
}

export function coerce(raw: unknown, type: LeafType): string | number | boolean | undefined {
  switch (type) {
    case "string":
      return raw === null || raw === undefined ? undefined : String(raw);
    case "number":
    case "integer": {
      const value = typeof raw === "number" ? raw : parseNumber(String(raw ?? ""));
      return value !== undefined && (type === "number" || Number.isInteger(value)) ? value : undefined;
    }
    case "boolean": {
      if (typeof raw === "boolean") return raw;
      const word = String(raw ?? "")
        .trim()
        .toLowerCase();
      return yes.has(word) ? true : no.has(word) ? false : undefined;
    }
  }
}
