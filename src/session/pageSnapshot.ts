import type { EngineFrame } from "../engine/port.ts";
import type { RefGrant, SnapshotArg, SnapshotFrame, SnapshotPart } from "../page/see/api.ts";
import type { SnapshotLine } from "../page/see/line.ts";
import { agentText, isNote, isText } from "./snapshotText.ts";
import { descendants, matchFrames } from "./frameTree.ts";
import { readFrame } from "./reading.ts";
import type { SessionPage } from "./sessionPage.ts";

export interface SnapshotOptions extends Omit<SnapshotArg, keyof RefGrant | "budget"> {
  /** The frame to begin at; the main frame unless a scope lies in another. */
  frame?: EngineFrame;
  /** Characters to stay within; about four to a token. */
  budget?: number;
}

export interface PageSnapshot {
  url: string;
  title: string;
  lines: SnapshotLine[];
  stats: SnapshotPart["stats"];
  /** The open modal dialog, if any. */
  modal: string | null;
  warnings: string[];
}

/** Stays under 6,000 tokens with the lines that introduce it. */
const DEFAULT_BUDGET = 22_500;
const MAX_FRAMES = 20;
/** What a frame gets even when the page around it has taken the rest. */
const FRAME_MINIMUM = 900;
/** Smaller frames are beacons. */
const SMALLEST_FRAME = 16;

/** The lines of a page with its frames, nested ones too, each under the line of its `<iframe>`. */
export async function takeSnapshot(page: SessionPage, options: SnapshotOptions = {}): Promise<PageSnapshot> {
  const frame = options.frame ?? page.engine.mainFrame;
  const budget = options.budget ?? DEFAULT_BUDGET;
  const inside = Math.min(descendants(frame).length - 1, MAX_FRAMES);
  const reserve = options.full ? 0 : Math.min(inside * FRAME_MINIMUM, budget / 3);
  const composer = new Composer(page, options, budget);
  const part = await composer.read(frame, { scope: options.scope, budget: budget - reserve });
  return {
    url: part.url,
    title: part.title,
    lines: await composer.compose(frame, part),
    stats: composer.stats,
    modal: part.modal,
    warnings: composer.warnings,
  };
}

class Composer {
  readonly #page: SessionPage;
  readonly #options: SnapshotOptions;
  #left: number;
  #nodesLeft: number;
  #frames = 0;
  readonly stats: SnapshotPart["stats"] = { elements: 0, controls: 0, semanticControls: 0, shown: 0, folded: 0, elided: 0 };
  readonly warnings: string[] = [];

  constructor(page: SessionPage, options: SnapshotOptions, budget: number) {
    this.#page = page;
    this.#options = options;
    this.#left = budget;
    this.#nodesLeft = options.maxNodes ?? Infinity;
  }

  async read(frame: EngineFrame, arg: Pick<SnapshotArg, "scope" | "budget">): Promise<SnapshotPart> {
    const { omit, full, interactiveOnly, headings, shadow } = this.#options;
    const maxNodes = Number.isFinite(this.#nodesLeft) ? this.#nodesLeft : undefined;
    const part = await readFrame(this.#page, frame, "snapshot", { ...arg, maxNodes, omit, full, interactiveOnly, headings, shadow });
    for (const key of Object.keys(this.stats) as (keyof SnapshotPart["stats"])[]) this.stats[key] += part.stats[key];
    // Without a budget nobody asks what is left of it.
    if (!full) this.#left -= agentText(part.lines).length;
    this.#nodesLeft -= part.stats.shown;
    return part;
  }

  async compose(frame: EngineFrame, { lines, frames }: SnapshotPart): Promise<SnapshotLine[]> {
    const shown = frames.filter((owner) => owner.box.width >= SMALLEST_FRAME && owner.box.height >= SMALLEST_FRAME);
    const matched = await matchFrames(frame, shown);
    const inserted = new Map<number, SnapshotLine[]>();
    for (const owner of shown) {
      const child = matched.get(owner);
      const line = lines[owner.line];
      if (!child || !line || isText(line) || isNote(line)) continue;
      line[4] = { ...line[4], frame: this.#page.frameId(child) };
      inserted.set(owner.line, await this.#child(child, owner, matched.size));
    }
    return lines.flatMap((line, index) => [line, ...(inserted.get(index) ?? [])]);
  }

  async #child(child: EngineFrame, owner: SnapshotFrame, siblings: number): Promise<SnapshotLine[]> {
    const depth = owner.depth + 1;
    if (++this.#frames > MAX_FRAMES || this.#nodesLeft <= 0)
      return [[depth, null, `… not shown (snapshot frame:${this.#page.frameId(child)})`]];
    try {
      const share = Math.max(FRAME_MINIMUM, this.#left / siblings);
      const lines = await this.compose(child, await this.read(child, { budget: share }));
      for (const line of lines) line[0] += depth;
      return lines;
    } catch (thrown) {
      // One frame that goes away or does not answer must not cost the rest of the page.
      this.warnings.push(`${this.#page.frameId(child)} could not be read: ${(thrown as Error).message}`);
      return [];
    }
  }
}
