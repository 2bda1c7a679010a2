import type { EngineFrame } from "../../engine/port.ts";
import type { PageTarget } from "../../page/api.ts";
import { cut } from "../../page/see/line.ts";
import { takeSnapshot } from "../../session/pageSnapshot.ts";
import type { SessionPage } from "../../session/sessionPage.ts";
import { agentText, isNote, isText, marksText, quote, type SnapshotLine } from "../../session/snapshotText.ts";
import { landmarksText, withinTokens } from "./digest.ts";
import { LatestRefs } from "./latestRefs.ts";

export const details = ["outline", "interactive", "full"] as const;
export type Detail = (typeof details)[number];

export interface SnapshotWish {
  detail: Detail;
  /** CSS, or @eN of the latest snapshot: only what is inside. */
  scope?: string;
  roles?: readonly string[];
}

export interface WebSnapshot {
  url: string;
  title: string;
  snapshot: string;
  warnings: string[];
}

type ElementLine = Exclude<SnapshotLine, [number, string] | [number, null, string]>;

const MAX_LISTED = 150;
const NAME_LENGTH = 80;
const HEADING_TOKENS = 160;
const landmarks = new Set("banner complementary contentinfo form main navigation region search".split(" "));
const widgets = new Set(
  "button checkbox combobox gridcell link listbox menuitem menuitemcheckbox menuitemradio option radio scrollbar searchbox slider spinbutton switch tab textbox treeitem label".split(" "),
);

/** A page in one of three shapes, from the cheapest to the whole of it. Of what it shows, refs are good until the next one. */
export async function webSnapshot(page: SessionPage, { detail, scope, roles }: SnapshotWish): Promise<WebSnapshot> {
  const within = scope === undefined ? undefined : scopeOf(page, scope);
  const taken = await takeSnapshot(page, { full: true, ...(detail !== "full" && { interactiveOnly: true, headings: true }), ...(within && { scope: within.target, frame: within.frame }) });
  const { url, title } = taken;
  const warnings = [...taken.warnings, ...(taken.modal ? [`A modal dialog is open (@${taken.modal}): nothing outside it can be operated.`] : [])];
  const elements = taken.lines.filter((line): line is ElementLine => !isText(line) && !isNote(line));
  if (detail === "outline") {
    LatestRefs.of(page).replace([]);
    return { url, title, warnings, snapshot: outlineOf(elements) };
  }
  if (detail === "full") {
    LatestRefs.of(page).replace(elements.map(([, , , ref]) => ref));
    return { url, title, warnings, snapshot: agentText(taken.lines).replaceAll("[ref=e", "[ref=@e") };
  }
  const wanted = roles?.map((role) => role.toLowerCase());
  const controls = elements.filter((line) => isControl(line) && (!wanted || wanted.includes(line[1])));
  const listed = await listOf(page, controls, url);
  LatestRefs.of(page).replace(listed.refs);
  return { url, title, warnings, snapshot: listed.lines.join("\n") };
}

function scopeOf(page: SessionPage, scope: string): { target: PageTarget; frame: EngineFrame } {
  return page.locate(scope.startsWith("@") ? { ref: LatestRefs.of(page).resolve(scope) } : { selector: scope });
}

/** What can be operated, and what says where: structure around it is left out. */
const isControl = ([, role, , ref, marks]: ElementLine): boolean => ref !== "" && (widgets.has(role) || role === "heading" || marks?.source !== undefined || marks?.editable === true);

function outlineOf(elements: readonly ElementLine[]): string {
  const found = elements.filter(([, role]) => landmarks.has(role)).map(([, role, name]) => ({ role, name }));
  const counts = new Map<string, number>();
  for (const line of elements) if (isControl(line) && line[1] !== "heading") counts.set(line[1], (counts.get(line[1]) ?? 0) + 1);
  const headings = elements.filter(([, role]) => role === "heading").map(([, , name, , marks]) => ({ level: marks?.state?.level ?? 2, name }));
  const top = headings.filter(({ level }) => level <= 3);
  const shown = (top.length > 0 ? top : headings).map(({ level, name }) => `${"#".repeat(level)} ${cut(name, NAME_LENGTH)}`);
  const controls = [...counts].toSorted(([, a], [, b]) => b - a).map(([role, count]) => `${count} ${role}`);
  return [
    ...(found.length > 0 ? [`landmarks: ${landmarksText(found)}`] : []),
    `controls: ${controls.length > 0 ? controls.slice(0, 12).join(", ") : "none"}`,
    ...(shown.length > 0 ? ["headings:", ...withinTokens(shown, HEADING_TOKENS)] : []),
  ].join("\n");
}

/** One line each: `@e4 link "Docs" /docs`. Links of one name are one line, and after a number of lines the rest is counted. */
async function listOf(page: SessionPage, controls: readonly ElementLine[], pageUrl: string): Promise<{ lines: string[]; refs: string[] }> {
  const once = collapsed(controls);
  const shown = once.slice(0, MAX_LISTED);
  const targets = await targetsOf(page, shown.flatMap(({ line: [, role, , ref] }) => (role === "link" ? [ref] : [])));
  const lines = shown.map(({ line: [, role, name, ref, marks], more }) => {
    const leads = targets.get(ref);
    const state = marks ? marksText({ ...(marks.state && { state: marks.state }), ...(marks.value !== undefined && { value: marks.value }), ...(marks.options && { options: marks.options }), ...(marks.editable && { editable: marks.editable }) }) : "";
    return `@${ref} ${role}${name && ` ${quote(cut(name, NAME_LENGTH))}`}${leads ? ` ${trimmed(leads, pageUrl)}` : ""}${state}${more > 0 ? ` (+${more} of this name)` : ""}`;
  });
  if (once.length > shown.length) lines.push(`… +${once.length - shown.length} more (narrow with scope or roles)`);
  return { lines: lines.length > 0 ? lines : ["nothing here can be operated (wider scope, other roles, or read)"], refs: shown.map(({ line: [, , , ref] }) => ref) };
}

function collapsed(controls: readonly ElementLine[]): { line: ElementLine; more: number }[] {
  const byName = new Map<string, { line: ElementLine; more: number }>();
  const all: { line: ElementLine; more: number }[] = [];
  for (const line of controls) {
    const known = line[1] === "link" && line[2] ? byName.get(line[2]) : undefined;
    if (known) {
      known.more++;
      continue;
    }
    const entry = { line, more: 0 };
    if (line[1] === "link" && line[2]) byName.set(line[2], entry);
    all.push(entry);
  }
  return all;
}

async function targetsOf(page: SessionPage, refs: readonly string[]): Promise<Map<string, string>> {
  const byFrame = new Map<EngineFrame, string[]>();
  for (const ref of refs) {
    const { frame } = page.locate({ ref });
    byFrame.set(frame, [...(byFrame.get(frame) ?? []), ref]);
  }
  const found = await Promise.all([...byFrame].map(async ([frame, inside]) => ({ inside, hrefs: await frame.ask("linkTargets", { refs: inside }) })));
  return new Map(found.flatMap(({ inside, hrefs }) => inside.flatMap((ref, index) => (hrefs[index] ? [[ref, hrefs[index]] as const] : []))));
}

/** Without query and fragment; of the page's own origin only the path. */
function trimmed(address: string, pageUrl: string): string {
  if (!URL.canParse(address)) return "";
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol)) return url.protocol;
  const own = URL.canParse(pageUrl) && new URL(pageUrl).origin === url.origin;
  return cut(own ? url.pathname : `${url.origin}${url.pathname}`, 120);
}
