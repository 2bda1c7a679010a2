import { unlessMalformed } from "../../diagnosis/unlessMalformed.ts";

const MAX_KEYS = 20;

/** The top-level keys of a JSON text (`[].key` for a list of objects): its shape without any of its values. */
export function responseShape(json: string): string[] | undefined {
  const value = unlessMalformed(() => JSON.parse(json) as unknown);
  if (Array.isArray(value)) {
    const keys = new Set(value.filter(isRecord).flatMap((item) => Object.keys(item)));
    return [...keys].slice(0, MAX_KEYS).map((key) => `[].${key}`);
  }
  return isRecord(value) ? Object.keys(value).slice(0, MAX_KEYS) : undefined;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);
