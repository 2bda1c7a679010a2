import type { Config } from "../../config/config.ts";
import { isDroverError } from "../../protocol/errors.ts";
import { nameLoss } from "../../session/pageLoss.ts";
import type { Tool } from "../../tools/defineTool.ts";
import type { Step } from "../call.ts";
import { clampTimeout, startDeadline } from "../deadline.ts";
import type { ParsedCall } from "../parseInput.ts";
import { unstick } from "../recover.ts";

/** Runs what follows against a deadline, and frees the page when it did not answer. */
export const limitTime: Step = async (call, next) => {
  const { tool, parsed, config, options } = call;
  const { ms, warning } = timeoutOf(tool, parsed, config);
  if (warning) call.warn(warning);
  call.deadline.end();
  const deadline = startDeadline(tool.name, ms, options.cancelled ?? new AbortController().signal);
  call.deadline = deadline;
  try {
    deadline.signal.throwIfAborted();
    await deadline.race(next());
  } catch (thrown) {
    const { page } = call;
    if (page && (deadline.signal.aborted || (isDroverError(thrown) && thrown.code === "timeout"))) unstick(page);
    throw nameLoss(thrown, page);
  } finally {
    deadline.end();
  }
};

function timeoutOf(tool: Tool, parsed: ParsedCall, config: Config): { ms: number | undefined; warning?: string } {
  if (tool.deadline === "none" || tool.needs === "daemon") return { ms: undefined };
  const own = typeof tool.deadline === "function" ? tool.deadline(parsed.input) : undefined;
  return clampTimeout(own ?? parsed.common.timeoutMs ?? config.actionTimeoutMs);
}
