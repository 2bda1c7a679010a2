import { randomUUID } from "node:crypto";
import { mayFail } from "../../diagnosis/mayFail.ts";
import type { EngineFrame } from "../../engine/port.ts";
import type { BeginArg, Begun, BegunElement, Point, Readiness } from "../../page/act/api.ts";
import type { PageTarget } from "../../page/api.ts";
import type { RefGrant } from "../../page/see/api.ts";
import { DroverError, isDroverError } from "../../protocol/errors.ts";
import { frameUnder } from "../frameUnder.ts";
import { frameOffset, toPage } from "../pageCoordinates.ts";
import { readFrame, type ReadingOptions } from "../reading.ts";
import { roleAndName } from "../snapshotText.ts";
import type { ElementTarget } from "../elementTarget.ts";
import type { SessionPage } from "../sessionPage.ts";

/** A target made ready: which element it is, where it is, and how page code can find it again. */
export interface Aimed {
  frame: EngineFrame;
  target: PageTarget & { ref: string };
  element: BegunElement;
  /** In the page's viewport. Only when something must be pressed. */
  point?: Point;
}

export interface AimOptions {
  ready: Readiness;
  waitMs: number;
  /** Where in the target, from the corner inside its border. */
  position?: Point;
  /** Not the first target of the action; "probed" makes it the one that the result tells of. */
  further?: "probed" | "aside";
  /** The target is a control of its own, whatever its role. */
  ownControl?: boolean;
}

/** The targets of one action. What is watched because of them is watched until `end`. */
export class Aims {
  readonly #page: SessionPage;
  readonly #frames = new Set<EngineFrame>();
  /** Names one that runs beside others; those that take turns need no name. */
  readonly id: string | undefined;

  constructor(page: SessionPage, beside = false) {
    this.#page = page;
    this.id = beside ? randomUUID() : undefined;
  }

  /** Makes a target ready and begins to watch its frame and the page. */
  async at(given: ElementTarget, options: AimOptions): Promise<Aimed> {
    const end = Date.now() + options.waitMs;
    for (let waitMs = options.waitMs; ; waitMs = end - Date.now()) {
      try {
        return await this.#once(given, { ...options, waitMs });
      } catch (thrown) {
        // The target has been waited for where it is; what lies over its frame may still go.
        const mayPass = isDroverError(thrown) && (thrown.code === "covered" || thrown.code === "not-visible");
        if (!mayPass || Date.now() >= end) throw thrown;
      }
    }
  }

  async #once(given: ElementTarget, options: AimOptions): Promise<Aimed> {
    const { frame, target } = this.#page.locate(given);
    if (frame !== this.#page.engine.mainFrame && !options.further) await this.#begin(this.#page.engine.mainFrame, untargeted);
    const begun = await this.#begin(frame, { target, ...options });
    if (!begun.element) throw new DroverError("internal", "the page code gave no element");
    const { element } = begun;
    const { flow } = this.#page.session.parts;
    if (flow.isOn) await flow.meet(this.#page, frame, element.ref);
    const point = begun.point && (await pointInPage(frame, begun.point, element));
    void mayFail(showWhere(this.#page, frame, element, point), "a frame may go away with the action");
    return { frame, target: { ref: element.ref, ...(target.descriptor && { descriptor: target.descriptor }) }, element, ...(point && { point }) };
  }

  /** Begins to watch the page for an action that has no element, and the frame that its point is in, which it gives. */
  async atPage(point?: Point): Promise<EngineFrame> {
    const { mainFrame } = this.#page.engine;
    const begun = await this.#begin(mainFrame, { ...untargeted, ...(point && { point }) });
    if (!point) return mainFrame;
    requireInside(point, begun.viewport);
    this.#page.session.events.emit("acting", this.#page, { point });
    return this.#inward(mainFrame, begun, point);
  }

  async #inward(frame: EngineFrame, { onFrame }: Begun, at: Point): Promise<EngineFrame> {
    const under = onFrame === undefined ? undefined : await frameUnder(frame, onFrame, at);
    if (!under) return frame;
    const begun = await mayFail(this.#begin(under.frame, { ...untargeted, point: under.point }), "a frame that cannot be watched is told by its outside");
    return begun ? this.#inward(under.frame, begun, under.point) : frame;
  }

  /** The same for a page that is about to be left: it is asked once. */
  async atPageToLeave(): Promise<void> {
    await this.#begin(this.#page.engine.mainFrame, untargeted, { attempts: 1 });
  }

  /** Nobody waits for it: the answer goes out first, and the next action is begun after it. */
  end(): void {
    const { engine } = this.#page;
    putOff(this.#page, () => {
      if (engine.closed || engine.crashed) return;
      for (const frame of this.#frames) if (!frame.detached) void mayFail(frame.ask("endAction", this.id ?? null), "a frame may go away with the action");
    });
  }

  #begin(frame: EngineFrame, arg: Omit<BeginArg, keyof RefGrant>, reading?: ReadingOptions): Promise<Begun> {
    endings.get(this.#page)?.();
    this.#frames.add(frame);
    return readFrame(this.#page, frame, "begin", { ...arg, workKey: this.#page.session.parts.work.key, ...(this.id && { actionId: this.id }) }, reading);
  }
}

/** Ends what was put off on a page, at once. */
const endings = new WeakMap<SessionPage, () => void>();

function putOff(page: SessionPage, end: () => void): void {
  const before = endings.get(page);
  const timer = setImmediate(() => endNow());
  const endNow = (): void => {
    clearImmediate(timer);
    endings.delete(page);
    before?.();
    end();
  };
  endings.set(page, endNow);
}

const untargeted = { ready: "attached", waitMs: 0 } as const;

/** Makes one target ready for something that is no action with a result of its own. */
export async function aimOnce(page: SessionPage, given: ElementTarget, options: AimOptions): Promise<Aimed> {
  const aims = new Aims(page);
  try {
    return await aims.at(given, options);
  } finally {
    aims.end();
  }
}

/** For those who watch. */
async function showWhere(page: SessionPage, frame: EngineFrame, { box }: BegunElement, point: Point | undefined): Promise<void> {
  const { events } = page.session;
  if (events.listenerCount("acting") === 0) return;
  const shown = toPage(box, await frameOffset(frame));
  events.emit("acting", page, { ...(shown && { box: shown }), ...(point && { point }) });
}

export function requireInside({ x, y }: Point, { width, height }: { width: number; height: number }): void {
  if (x >= 0 && y >= 0 && x < width && y < height) return;
  throw new DroverError("bad-input", `coords ${x},${y} lie outside of the viewport (${width}×${height})`, {
    hint: "Coordinates are CSS pixels from the viewport's top-left; scroll first, or use set_viewport.",
    failure: { source: "drover" },
  });
}

/** From a frame's viewport to the page's; on the way up nothing may lie over the frames. */
async function pointInPage(frame: EngineFrame, point: Point, element: BegunElement): Promise<Point> {
  let at = point;
  for (let inner: EngineFrame = frame; inner.parent; inner = inner.parent) at = await pointInParent(inner, inner.parent, at, element);
  return at;
}

/** How often a frame's place is read again while the page scrolls to it, by itself at first. */
const PLACE_READINGS = 6;
const READINGS_ALONE = 3;

async function pointInParent(frame: EngineFrame, parent: EngineFrame, { x, y }: Point, element: BegunElement): Promise<Point> {
  for (let reading = 1; ; reading++) {
    const box = await frame.ownerBox();
    const [a, b, c, d, e, f] = box.matrix;
    const outer = { x: a * x + c * y + e, y: b * x + d * y + f };
    const { isFrame, cover } = await parent.ask("frameAt", { ...outer, box, bring: reading > READINGS_ALONE });
    if (isFrame) return outer;
    const name = roleAndName(element.role, element.name);
    if (cover)
      throw new DroverError("covered", `${name} is covered by ${cover}, which lies over its frame`, {
        hint: "Close or move what is in front.",
        fields: { coveredBy: cover },
      });
    if (reading === PLACE_READINGS) throw new DroverError("not-visible", `${name} is in a frame that cannot be scrolled into view`);
  }
}
