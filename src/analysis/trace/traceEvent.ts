/** One event of a trace, as Chrome's trace format has it. Times are microseconds. */
export interface TraceEvent {
  name: string;
  ph: string;
  cat?: string;
  ts?: number;
  dur?: number;
  pid?: number;
  tid?: number;
  args?: { data?: Record<string, unknown>; beginData?: Record<string, unknown>; name?: unknown; frame?: unknown };
}

export interface CallFrame {
  functionName?: string;
  url?: string;
  lineNumber?: number;
  columnNumber?: number;
}

/** The call stack of an event, which Chrome writes where DevTools asked for stacks. */
export function stackOf({ args }: TraceEvent): CallFrame[] {
  const stack = args?.beginData?.["stackTrace"] ?? args?.data?.["stackTrace"];
  return Array.isArray(stack) ? (stack as CallFrame[]) : [];
}

export const textIn = (data: Record<string, unknown> | undefined, key: string): string | undefined => {
  const value = data?.[key];
  return typeof value === "string" ? value : undefined;
};

export const numberIn = (data: Record<string, unknown> | undefined, key: string): number | undefined => {
  const value = data?.[key];
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
};

export const ms = (microseconds: number): number => Math.round(microseconds / 10) / 100;

/** A stretch of work on a thread, in the trace's own microseconds. */
export interface TraceSpan {
  name: string;
  pid: number | undefined;
  tid: number | undefined;
  from: number;
  to: number;
}
