import { z } from "zod";
import type { Declared } from "../exit/exit.ts";
import { isRefusal, type TextStyle } from "../exit/render.ts";
import type { Tool } from "../tools/defineTool.ts";
import { actionText } from "../tools/text/actionText.ts";
import type { ActionResult } from "../session/action/actionResult.ts";

/** What a tool says of its results. Those that answer as actions do look to people as actions do. */
export function declaredBy({ tells, output, text, render, verbatim }: Tool): Declared {
  const isAction = output instanceof z.ZodObject && "snapshotDelta" in output.shape;
  return {
    tells,
    output,
    text: text ? (data, style) => (isRefusal(data) ? undefined : text(data, style)) : isAction ? textOfAction : undefined,
    verbatim: verbatim ?? (text === undefined && isAction),
    ...(render && { answer: render }),
  };
}

/** An action that failed has something to tell too, unless it was refused before it began. */
const textOfAction = (data: ActionResult, style: TextStyle): string | undefined =>
  style.reader === "person" && "snapshotDelta" in data ? actionText(data, style) : undefined;
