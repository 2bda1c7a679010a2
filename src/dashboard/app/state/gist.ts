import { count, shortAddress } from "../parts/words.ts";

interface Told {
  ok?: boolean;
  message?: string;
  navigation?: { changed?: boolean; to?: string };
  structure?: { appeared?: unknown[]; removed?: unknown[]; newTabs?: unknown[] };
  console?: { errors?: unknown[]; warnings?: number };
  pageErrors?: unknown[];
  network?: { requests?: unknown[] };
  element?: { value?: string; checked?: boolean | "mixed" };
}

/** What came of a call, in a line: of an action what it changed, of a refusal why, of a text its first line. */
export function gistOf(answer: string): string | undefined {
  const data = dataIn(answer);
  if (data === undefined) return answer.trimStart().split("\n", 1)[0]?.trim() || undefined;
  if (typeof data !== "object" || data === null || Array.isArray(data)) return Array.isArray(data) ? count(data.length, "entry", "entries") : undefined;
  const { ok, message, navigation, structure = {}, console: said = {}, pageErrors = [], network, element } = data as Told;
  if (ok === false) return message;
  const errors = (said.errors?.length ?? 0) + pageErrors.length;
  const parts = [
    navigation?.changed && navigation.to && `→ ${shortAddress(navigation.to)}`,
    some(structure.appeared, "appeared"),
    some(structure.removed, "removed"),
    structure.newTabs && structure.newTabs.length > 0 && count(structure.newTabs.length, "new page"),
    element?.value !== undefined && `value ${JSON.stringify(element.value)}`,
    element?.checked !== undefined && (element.checked ? "checked" : "unchecked"),
    network?.requests && network.requests.length > 0 && count(network.requests.length, "request"),
    errors > 0 && count(errors, "error"),
    said.warnings !== undefined && said.warnings > 0 && count(said.warnings, "warning"),
  ].filter((part) => typeof part === "string");
  return parts.length > 0 ? parts.join(" · ") : undefined;
}

const some = (things: unknown[] | undefined, what: string): string | undefined => (things && things.length > 0 ? `${things.length} ${what}` : undefined);

/** Data with its lines indented; what is no data stays as it is. */
export function indented(answer: string): string {
  const data = dataIn(answer);
  return data === undefined ? answer : JSON.stringify(data, null, 2);
}

function dataIn(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // A text that begins like data, or data that was cut: it is shown as it is.
    return undefined;
  }
}
