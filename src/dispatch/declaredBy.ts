import { z } from "zod";
import type { Declared } from "../exit/exit.ts";
import { isRefusal, type TextStyle } from "../exit/render.ts";
import type { Tool } from "../tools/defineTool.ts";
import { actionForAgents, compoundForAgents, isActionResult } from "../tools/text/actionForAgents.ts";
import { actionText } from "../tools/text/actionText.ts";
import type { ActionResult } from "../session/action/actionResult.ts";
import { visibleJson } from "../text/escape.ts";

/** What a tool says of its results. Those that answer as actions do are shown as actions are. */
export function declaredBy({ tells, output, text, render, verbatim, family }: Tool): Declared {
  const byItself = answersAsAction(output) ? textOfAction : family === "compose" ? textOfCompound : undefined;
  return {
    tells,
    output,
    text: text ? (data, style) => (isRefusal(data) ? undefined : text(data, style)) : byItself,
    verbatim: verbatim ?? (text === undefined && byItself !== undefined),
    ...(render && { answer: render }),
  };
}

/** `drag` answers so too unless it was asked only to look. */
const answersAsAction = (output: unknown): boolean =>
  output instanceof z.ZodUnion ? output.options.some(answersAsAction) : output instanceof z.ZodObject && "snapshotDelta" in output.shape;

/** An action that failed has something to tell too, unless it was refused before it began. */
function textOfAction(data: ActionResult, { reader, whole, ...style }: TextStyle): string | undefined {
  if (!isActionResult(data)) return undefined;
  if (reader === "person") return actionText(data, { reader, ...style });
  return whole ? undefined : visibleJson(JSON.stringify(actionForAgents(data)));
}

const textOfCompound = (data: unknown, { reader, whole }: TextStyle): string | undefined =>
  reader === "person" || whole ? undefined : visibleJson(JSON.stringify(compoundForAgents(data)));
