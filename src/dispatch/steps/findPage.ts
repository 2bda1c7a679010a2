import type { Call, Step } from "../call.ts";
import { usablePage } from "../recover.ts";

/** The page that the call means, where its tool works on one. */
export const findPage: Step = async (call, next) => {
  const { tool, session, parsed } = call;
  if (session && tool.needs === "page") {
    const wanted = { query: parsed.common.page, opens: tool.capability === "navigation", use: useOf(call) };
    call.page = await usablePage(session, wanted, { warn: (line) => call.warn(line), deadline: call.deadline });
  }
  await next();
};

function useOf({ tool: { leavesPage, concurrent }, parsed: { input } }: Call): "left" | "beside" | "asked" {
  if (typeof leavesPage === "function" ? leavesPage(input) : leavesPage) return "left";
  return concurrent ? "beside" : "asked";
}
