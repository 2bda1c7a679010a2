import { redactTraffic } from "../security/redactUrl.ts";
import type { CapturedWhere } from "./tells.ts";

/** Takes out of the marked parts of a value what identifies or authorises somebody. */
export function redactCaptured(value: unknown, where: CapturedWhere | undefined): unknown {
  if (where === undefined || value === undefined || value === null) return value;
  if (where === "all") return redactTraffic(value);
  if ("items" in where) return Array.isArray(value) ? value.map((item) => redactCaptured(item, where.items)) : value;
  if (typeof value !== "object" || Array.isArray(value)) return value;
  const redacted: Record<string, unknown> = { ...value };
  for (const [name, part] of where.fields) if (name in redacted) redacted[name] = redactCaptured(redacted[name], part);
  return redacted;
}
