/** The bundle of `drover repl`. */
import type { Invocation } from "../commands/ownCommand.ts";
import { Repl } from "./repl.ts";

export const repl = (call: Invocation): Promise<number> => new Repl(call.home, call.session).run();
