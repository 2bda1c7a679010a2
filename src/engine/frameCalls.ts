/** What both engines say and read when they call into a frame. */
import type { AgentApi, AgentError } from "../page/api.ts";
import { DroverError, type ErrorCode } from "../protocol/errors.ts";
import type { EngineFrame, OwnerBox } from "./port.ts";

/** The isolated world's name: pages cannot see it, developer tools show it. */
export const AGENT_WORLD = "drover";

export type AgentValue<K extends keyof AgentApi> = Awaited<ReturnType<AgentApi[K]>>;

/** What the page code answered; what it refused is thrown with the code it chose. */
export function readAgentAnswer<K extends keyof AgentApi>(json: string): AgentValue<K> {
  const outcome = JSON.parse(json) as { value?: unknown; error?: AgentError };
  if (outcome.error) {
    const { code, message, hint, fields } = outcome.error;
    throw new DroverError(code as ErrorCode, message, { hint, fields });
  }
  return outcome.value as AgentValue<K>;
}

export const MAIN_FRAME_BOX: OwnerBox = { x: 0, y: 0, width: Infinity, height: Infinity, scaleX: 1, scaleY: 1 };

/** Called with a frame's element as `this`: where its content box begins. */
export const ownerBoxFunction = `function() {
  const box = this.getBoundingClientRect(), style = getComputedStyle(this);
  const scaleX = box.width / (this.offsetWidth || box.width || 1), scaleY = box.height / (this.offsetHeight || box.height || 1);
  const padding = (side) => parseFloat(style["padding" + side]) || 0;
  return {
    x: box.x + (this.clientLeft + padding("Left")) * scaleX, y: box.y + (this.clientTop + padding("Top")) * scaleY,
    width: (this.clientWidth - padding("Left") - padding("Right")) * scaleX,
    height: (this.clientHeight - padding("Top") - padding("Bottom")) * scaleY, scaleX, scaleY,
  };
}`;

export const frameGone = (frame: EngineFrame, cause?: unknown): DroverError =>
  new DroverError("frame-gone", `the frame ${frame.url || frame.id} is no longer on the page`, {
    cause,
    hint: "frames_list shows the frames there are.",
  });

export const contextGone = (cause: unknown): DroverError =>
  new DroverError("context-gone", "the page navigated or closed during the call", { cause });
