import type { Call, Step } from "../call.ts";
import { contextFor, type ContextParts } from "../contextFor.ts";

/** The tool itself. A call that was given up meanwhile is not begun. */
export const run =
  (parts: ContextParts): Step =>
  async (call: Call) => {
    call.deadline.throwIfOver();
    call.result = await call.tool.run(contextFor(call, parts) as never, call.parsed.input);
  };
