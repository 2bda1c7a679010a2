/** What a sandboxed script is given. */
export interface SandboxTask {
  code: string;
  args: unknown;
}

/** From the worker: a tool is called, or the script is over. */
export type FromSandbox =
  | { call: number; tool: string; input: Record<string, unknown> }
  | { done: true; value: unknown; printed: string[] }
  | { done: true; failed: { message: string; stack: string }; printed: string[] };

/** To the worker: what a call came to, as JSON. */
export interface CallAnswer {
  call: number;
  ok: boolean;
  json: string;
}
