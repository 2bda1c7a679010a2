import { mayFail } from "../../diagnosis/mayFail.ts";
import type { Config } from "../../config/config.ts";
import { isDroverError } from "../../protocol/errors.ts";
import { nameLoss } from "../../session/pageLoss.ts";
import type { Tool } from "../../tools/defineTool.ts";
import type { Step } from "../call.ts";
import { clampTimeout } from "../deadline.ts";
import type { ParsedCall } from "../parseInput.ts";

/** How often a page that a call takes its time with is asked whether it still answers. */
const LISTEN_EVERY_MS = 500;

/** A call that takes longer may wait for a browser elsewhere that is gone. */
const LOOK_AFTER_MS = 2000;

/** Runs what follows against a deadline, which ends the call and not the page: whether that answers is known to the next call. */
export const limitTime: Step = async (call, next) => {
  const { tool, parsed, config } = call;
  const { ms, warning } = timeoutOf(tool, parsed, config);
  if (warning) call.warn(warning);
  const deadline = call.limit(ms);
  const lookingAfter = call.session?.plan.on?.owned ? setInterval(() => void mayFail(Promise.resolve(call.session?.lease.lookAfter()), "a browser elsewhere is looked after as far as possible"), LOOK_AFTER_MS) : undefined;
  const listening = setInterval(() => call.page?.silence.listen(), LISTEN_EVERY_MS);
  try {
    deadline.throwIfOver();
    await deadline.race(next());
  } catch (thrown) {
    const { page } = call;
    if (page && (deadline.isOver || (isDroverError(thrown) && thrown.code === "timeout"))) page.silence.blockedCall();
    throw nameLoss(thrown, call);
  } finally {
    clearInterval(listening);
    clearInterval(lookingAfter);
    deadline.end();
  }
};

function timeoutOf(tool: Tool, parsed: ParsedCall, config: Config): { ms: number | undefined; warning?: string } {
  if (tool.deadline === "none" || tool.needs === "daemon") return { ms: undefined };
  const own = typeof tool.deadline === "function" ? tool.deadline(parsed.input) : undefined;
  const usual = typeof tool.deadline === "number" ? tool.deadline : tool.deadline === "navigation" ? config.navigationTimeoutMs : config.actionTimeoutMs;
  return clampTimeout(own ?? parsed.common.timeoutMs ?? usual);
}
