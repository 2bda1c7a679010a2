import { z } from "zod";
import type { Outcome, PeopleForm, ResultForm } from "../protocol/messages.ts";
import { redactTraffic } from "../security/redactUrl.ts";
import type { Session } from "../session/session.ts";
import { actionText, isActionResult } from "../tools/text/actionText.ts";
import type { Tool, WithImages } from "../tools/defineTool.ts";
import { plainText } from "./plainText.ts";

interface Finishing {
  warnings: string[];
  session: Session | undefined;
  form: ResultForm;
  people?: PeopleForm;
}

/** The single exit: warnings are added, captured URLs redacted, secrets masked, and the text form made from what is left. */
export function finishOutcome(tool: Tool | undefined, result: unknown, finishing: Finishing): Outcome {
  const { data: bare, images } = isWithImages(result) ? result : { data: result, images: undefined };
  const told = withoutCapturedUrls(tool, withWarnings(bare, finishing.warnings), finishing.session);
  const isRefusal = isRecord(told) && told["ok"] === false;
  const data = withEstimate(tool, tool?.render && !isRefusal ? tool.render(told) : told);
  const text = textForm(tool, tool?.render && !isRefusal ? told : data, finishing);
  return {
    ok: !(isRecord(data) && data["ok"] === false),
    data,
    ...(text !== undefined && { text }),
    ...(images && { images }),
    ...(!isRecord(data) && finishing.warnings.length > 0 && { warnings: finishing.warnings }),
  };
}

/** Where any result carries traffic that was captured from pages. What a page is called and where it is stays readable. */
const trafficFields = ["network", "console", "pageErrors", "wsFrames", "har", "warnings"];

function withoutCapturedUrls(tool: Tool | undefined, data: unknown, session: Session | undefined): unknown {
  if (session?.config.redactUrls === false) return data;
  if (tool?.traffic) return redactTraffic(data);
  if (!isRecord(data) || !trafficFields.some((field) => field in data)) return data;
  return Object.fromEntries(
    Object.entries(data).map(([field, value]) => [field, trafficFields.includes(field) ? redactTraffic(value) : value]),
  );
}

function withWarnings(data: unknown, added: string[]): unknown {
  if (added.length === 0 || !isRecord(data)) return data;
  const own = Array.isArray(data["warnings"]) ? (data["warnings"] as string[]) : [];
  return { ...data, warnings: [...own, ...added.filter((line) => !own.includes(line))] };
}

/** About four characters a token: good enough to choose a cheaper call next time. */
export const estimateTokens = (text: string): number => Math.ceil(text.length / 4);

function withEstimate(tool: Tool | undefined, data: unknown): unknown {
  if (!tool || !isRecord(data) || !tellsEstimate(tool.output)) return data;
  return { ...data, tokensEstimate: estimateTokens(JSON.stringify(data)) };
}

const tellsEstimate = (output: z.core.$ZodType): boolean =>
  output instanceof z.ZodUnion ? output.options.some(tellsEstimate) : output instanceof z.ZodObject && "tokensEstimate" in output.shape;

function textForm(tool: Tool | undefined, data: unknown, { form, people }: Finishing): string | undefined {
  if (form === "data") return undefined;
  const failed = isRecord(data) && data["ok"] === false;
  const style =
    form === "agent"
      ? ({ reader: "agent", columns: 120, color: false } as const)
      : { reader: "person" as const, columns: people?.columns ?? 100, color: people?.color ?? false };
  const own = failed ? undefined : tool?.text?.(data as never, style);
  if (own !== undefined) return own;
  if (form === "people" && isActionResult(data)) return actionText(data, style);
  return form === "agent" ? undefined : plainText(beyondTheMessage(data));
}

/** The front end says by itself that it worked, or why not, and what to watch out for. */
function beyondTheMessage(data: unknown): unknown {
  if (!isRecord(data)) return data;
  const told = data["ok"] === false ? ["error", "message", "hint", "failure"] : [];
  return Object.fromEntries(Object.entries(data).filter(([key]) => ![...told, "ok", "warnings", "tokensEstimate"].includes(key)));
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isWithImages = (value: unknown): value is WithImages<unknown> =>
  isRecord(value) && Array.isArray(value["images"]) && "data" in value && Object.keys(value).length === 2;
