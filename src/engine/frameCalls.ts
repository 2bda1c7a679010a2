/** What both engines say and read when they call into a frame. */
import type { PageApi, PageFault } from "../page/api.ts";
import { DroverError, type ErrorCode, asDroverError } from "../protocol/errors.ts";
import type { EngineFrame, OwnerBox } from "./port.ts";
import type { RefusalKind } from "./refusal.ts";

/** The isolated world's name: pages cannot see it, developer tools show it. */
export const ISOLATED_WORLD = "drover";

export type PageAnswer<K extends keyof PageApi> = Awaited<ReturnType<PageApi[K]>>;

/** What the page code answered; what it refused is thrown with the code it chose. */
export function readPageAnswer<K extends keyof PageApi>(json: string): PageAnswer<K> {
  const outcome = JSON.parse(json) as { value?: unknown; error?: PageFault };
  if (outcome.error) {
    const { code, message, hint, fields } = outcome.error;
    throw new DroverError(code as ErrorCode, message, { hint, fields });
  }
  return outcome.value as PageAnswer<K>;
}

export const MAIN_FRAME_BOX: OwnerBox = { x: 0, y: 0, width: Infinity, height: Infinity, scaleX: 1, scaleY: 1, matrix: [1, 0, 0, 1, 0, 0] };

/**
 * Called with a frame's element as `this`: where its content box lies. A transform leaves the middle of a box in the middle of
 * the box around it, so that its place is known from there; how it is turned, from the transforms around it.
 */
export const ownerBoxFunction = `function() {
  const box = this.getBoundingClientRect(), style = getComputedStyle(this);
  const width = this.offsetWidth || box.width || 1, height = this.offsetHeight || box.height || 1;
  const own = ({ transform, rotate, scale }) => {
    const matrix = new DOMMatrix();
    if (/^[-+.\\d]+deg$/.test(rotate)) matrix.rotateSelf(parseFloat(rotate));
    if (scale !== "none") matrix.scaleSelf(...scale.split(" ").map(Number));
    return transform === "none" ? matrix : matrix.multiplySelf(new DOMMatrix(transform));
  };
  let turn = new DOMMatrix();
  for (let at = this; at; at = at.assignedSlot ?? at.parentElement ?? at.getRootNode().host) {
    const around = getComputedStyle(at);
    if (around.transform !== "none" || around.rotate !== "none" || around.scale !== "none") turn = own(around).multiply(turn);
  }
  const fit = (real, across, down) => real / (Math.abs(across) * width + Math.abs(down) * height || real || 1);
  const fitX = fit(box.width, turn.a, turn.c), fitY = fit(box.height, turn.b, turn.d);
  const a = turn.a * fitX, c = turn.c * fitX, b = turn.b * fitY, d = turn.d * fitY;
  const padding = (side) => parseFloat(style["padding" + side]) || 0;
  const left = this.clientLeft + padding("Left") - width / 2, top = this.clientTop + padding("Top") - height / 2;
  const e = box.x + box.width / 2 + a * left + c * top, f = box.y + box.height / 2 + b * left + d * top;
  const across = this.clientWidth - padding("Left") - padding("Right"), down = this.clientHeight - padding("Top") - padding("Bottom");
  return {
    x: e + Math.min(0, a * across) + Math.min(0, c * down), y: f + Math.min(0, b * across) + Math.min(0, d * down),
    width: Math.abs(a * across) + Math.abs(c * down), height: Math.abs(b * across) + Math.abs(d * down),
    scaleX: Math.hypot(a, b), scaleY: Math.hypot(c, d), matrix: [a, b, c, d, e, f],
  };
}`;

export const frameGone = (frame: EngineFrame, cause?: unknown): DroverError =>
  new DroverError("frame-gone", `the frame ${frame.url || frame.id} is no longer on the page`, {
    cause,
    hint: "frames_list shows the frames there are.",
  });

interface Refused extends Error {
  kind: RefusalKind;
}

/**
 * What to throw when a browser refused a command that was about a frame. `moved` is whether the frame has another document than when the
 * command was sent: then a refusal that says nothing clear is about the one that went. What Drover asked wrongly is never that.
 */
export function frameRefusal(frame: EngineFrame & { detached: boolean }, cause: Refused, moved: boolean): Error {
  if (cause.kind === "misuse") return asDroverError(cause);
  if (frame.detached) return frameGone(frame, cause);
  return cause.kind === "gone" || moved ? contextGone(cause) : cause;
}

export const contextGone = (cause: unknown): DroverError =>
  new DroverError("context-gone", "the page navigated or closed during the call", { cause });
