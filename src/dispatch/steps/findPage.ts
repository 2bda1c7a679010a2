import type { Step } from "../call.ts";
import { usablePage } from "../recover.ts";

/** The page that the call means, where its tool works on one. */
export const findPage: Step = async (call, next) => {
  const { tool, session, parsed } = call;
  if (session && tool.needs === "page") {
    const wanted = { query: parsed.common.page, opens: tool.capability === "navigation" };
    call.page = await usablePage(session, wanted, (line) => call.warn(line));
  }
  await next();
};
