import type { Exit } from "../../exit/exit.ts";
import { asDroverError } from "../../protocol/errors.ts";
import type { Call, Step } from "../call.ts";
import { declaredBy } from "../declaredBy.ts";

/** Whatever comes of a call, or is thrown on its way, leaves by the exit. */
export const leave =
  (exit: Exit, log: (line: string) => void): Step =>
  async (call, next) => {
    try {
      await next();
    } catch (thrown) {
      const error = asDroverError(thrown);
      if (error.code === "internal") log(`${call.name}: ${stackOf(error)}`);
      call.result = error.toResult();
    } finally {
      call.end();
    }
    call.outcome = exit.result(call.understood && declaredBy(call.tool), call.result, {
      warnings: call.warnings,
      redact: redacts(call),
      form: call.options.form ?? "data",
      ...(call.options.people && { people: call.options.people }),
    });
  };

const redacts = ({ session }: Call): boolean => session?.config.redactUrls !== false;

const stackOf = ({ cause, stack }: Error): string => (cause instanceof Error && cause.stack) || (stack ?? "no stack");
