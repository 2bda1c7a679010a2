import type { PlacedElement, RecordedStep } from "../flow/recordedStep.ts";

/** A step as one or more lines of a spec. `fragile`: its selector may break with the next change of the page. */
export interface Lowered {
  lines: string[];
  fragile: boolean;
}

type Args = Record<string, unknown>;

/** What a step's lowering works with. */
interface Place {
  page: string;
  target: string | undefined;
  to: string | undefined;
  args: Args;
  element: PlacedElement | undefined;
}

/** A secret's alias is read from the environment; everything else is a literal. */
function literal(value: unknown): string {
  if (typeof value === "string") {
    const [, name] = /^<([A-Z][A-Z0-9_]*)>$/.exec(value) ?? [];
    return name === undefined ? quoted(value) : `process.env[${quoted(name)}] ?? ""`;
  }
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value === "object" && value !== null)
    return `{ ${Object.entries(value).map(([key, item]) => `${/^[A-Za-z_]\w*$/.test(key) ? key : quoted(key)}: ${literal(item)}`).join(", ")} }`;
  return String(value);
}

/** U+2028 and U+2029 end a line of a program, though JSON has them in strings. */
export const quoted = (text: string): string => JSON.stringify(text).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");

const isFragile = ({ selectorTier, stability }: PlacedElement): boolean => selectorTier === 5 || stability === "low";

/** Tier 1 and what is no role of Playwright's by selector, role and name by `getByRole`, each in its frames. */
function locatorOf({ selectorHint, selectorTier, playwright, frames = [] }: PlacedElement, page: string): string {
  const inFrame = frames.reduce((at, frame) => `${at}.frameLocator(${quoted(frame)})`, page);
  const own = selectorTier === 2 || selectorTier === 5 ? playwright.replace(/^page\b/, "") : `.locator(${quoted(selectorHint)})`;
  return inFrame + own;
}

const options = (args: Args, names: readonly string[]): string => {
  const given = Object.fromEntries(names.filter((name) => args[name] !== undefined && args[name] !== false).map((name) => [name, args[name]]));
  return Object.keys(given).length === 0 ? "" : literal(given);
};

const isSwitch = (element: PlacedElement | undefined): boolean => element?.type === "checkbox" || element?.type === "radio";

/** What `select` takes as text is an option's value or its label; Playwright looks for both in a plain string. */
const choice = (given: unknown): unknown => (typeof given === "number" ? { index: given } : given);

const pressOf = ({ target, page }: Place, key: unknown): string => `${target ?? `${page}.keyboard`}.press(${literal(key)})`;

/** One line for a step, or several; undefined when there is nothing that Playwright could do in its place. */
const lowerings: Record<string, (place: Place) => string | string[] | undefined> = {
  navigate: ({ page, args }) => `${page}.goto(${literal(args["url"])})`,
  reload: ({ page }) => `${page}.reload()`,
  go_back: ({ page }) => `${page}.goBack()`,
  go_forward: ({ page }) => `${page}.goForward()`,
  set_viewport: ({ page, args }) => `${page}.setViewportSize(${literal({ width: args["width"], height: args["height"] })})`,
  click: ({ target, args }) => target && `${target}.click(${options(args, ["button", "clickCount", "modifiers", "position", "force"])})`,
  double_click: ({ target, args }) => target && `${target}.dblclick(${options(args, ["modifiers", "position"])})`,
  hover: ({ target, args }) => target && `${target}.hover(${options(args, ["position"])})`,
  fill: ({ target, args, element }) => {
    if (target === undefined) return undefined;
    if (isSwitch(element)) return `${target}.setChecked(${args["value"] === "true"})`;
    return element?.tag === "select" ? `${target}.selectOption(${literal(args["value"])})` : `${target}.fill(${literal(args["value"])})`;
  },
  select: ({ target, args }) => target && `${target}.selectOption(${literal((args["values"] as unknown[]).map(choice))})`,
  choose_option: ({ target, to }) => (target !== undefined && to !== undefined ? [`${target}.click()`, `${to}.click()`] : undefined),
  press: (place) => pressOf(place, place.args["key"]),
  shortcut: (place) => (place.args["keys"] as unknown[]).map((key) => pressOf(place, key)),
  type: (place) => {
    const { target, page, args } = place;
    const delay = args["delayMs"] ? `, { delay: ${String(args["delayMs"])} }` : "";
    const typing = target === undefined ? `${page}.keyboard.type(${literal(args["text"])}${delay})` : `${target}.pressSequentially(${literal(args["text"])}${delay})`;
    return args["submit"] ? [typing, pressOf(place, "Enter")] : typing;
  },
  drag: ({ target, to }) => (target !== undefined && to !== undefined ? `${target}.dragTo(${to})` : undefined),
  upload_file: ({ target, args }) => (target !== undefined && args["path"] !== undefined ? `${target}.setInputFiles(${literal(args["path"])})` : undefined),
  scroll: ({ page, target, args }) => scrolled(page, target, args),
  wait_for: ({ page, args }) => `${page}.${args["text"] === undefined ? `locator(${literal(args["selector"])})` : `getByText(${literal(args["text"])})`}.first().waitFor()`,
  tab_close: ({ page }) => `${page}.close()`,
};

const edges: Record<string, string> = {
  top: "top: 0",
  bottom: "top: at.scrollHeight",
  left: "left: 0",
  right: "left: at.scrollWidth",
};

function scrolled(page: string, target: string | undefined, args: Args): string {
  const by = args["by"] as { x?: number; y?: number } | undefined;
  const edge = typeof args["to"] === "string" ? edges[args["to"]] : undefined;
  if (target !== undefined && !by && edge === undefined) return `${target}.scrollIntoViewIfNeeded()`;
  const move = edge === undefined ? `scrollBy(${by?.x ?? 0}, ${by?.y ?? 0})` : `scrollTo({ ${edge} })`;
  return target === undefined ? `${page}.locator("html").evaluate((at) => at.${move})` : `${target}.evaluate((at) => at.${move})`;
}

const pageName = (number: number): string => (number === 1 ? "page" : `page${number}`);

/** A step as lines of a spec; undefined when it has no counterpart there. */
export function lower({ action, page: number, opens, target, to, args }: Omit<RecordedStep, "id" | "ts" | "by">): Lowered | undefined {
  const page = pageName(number);
  const place: Place = { page, args, element: target, target: target && locatorOf(target, page), to: to && locatorOf(to, page) };
  const made = lowerings[action]?.(place);
  if (made === undefined) return undefined;
  const calls = [made].flat().map((call) => `await ${call};`);
  const fragile = [target, to].some((element) => element !== undefined && isFragile(element));
  if (opens === undefined) return { lines: calls, fragile };
  const opened = pageName(opens);
  return { lines: [`const ${opened}Opened = ${page}.waitForEvent("popup");`, ...calls, `const ${opened} = await ${opened}Opened;`], fragile };
}
