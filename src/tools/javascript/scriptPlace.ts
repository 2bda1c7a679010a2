import { DroverError } from "../../protocol/errors.ts";
import type { PageContext } from "../context.ts";

type Place = { frame: string | undefined; worker: string | undefined; extension: string | undefined };

/** What evaluates in a worker, or in the world of an extension's content scripts. What an extension keeps is for those who may deal with extensions. */
export async function placeOf(
  { session, page, require }: Pick<PageContext, "session" | "page" | "require">,
  { frame, worker, extension }: Place,
): Promise<(expression: string) => Promise<unknown>> {
  if (worker !== undefined) {
    const found = await session.parts.workers.find(worker);
    if (session.parts.extensions.owns(found.url)) require("extensions", "a script in an extension's worker");
    return (expression) => found.evaluate(expression);
  }
  require("extensions", "a script beside an extension's content scripts");
  const address = session.parts.extensions.address(extension ?? "");
  const target = frame === undefined ? page.engine.mainFrame : page.frame(frame);
  if (!target.evaluateBeside) throw new DroverError("unsupported-engine", "this browser does not let scripts into an extension's world");
  return (expression) => target.evaluateBeside!(address, expression);
}
