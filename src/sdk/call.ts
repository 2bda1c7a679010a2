import type { DaemonClient } from "../client/daemonClient.ts";
import type { CallOptions, Result } from "../client/toolMethod.ts";
import { DroverError, type ErrorResult } from "../protocol/errors.ts";
import type { Outcome } from "../protocol/messages.ts";

/**
 * A tool could not do what it was asked, or a verification does not hold (`verify-failed`, as an assertion would).
 * `code` says why in one word, `hint` what to do next, and `result` is the whole answer as other clients see it: for an
 * action also what the page did meanwhile.
 *
 * A result with `ok: false` but without an `error` is no failure of the call: it is the answer (a batch of which a step
 * failed), and the method returns it.
 */
export class ToolError extends DroverError {
  readonly tool: string;
  readonly result: ErrorResult;

  constructor(tool: string, result: ErrorResult) {
    const { ok: _, error, message, hint, failure, ...fields } = result;
    super(error, message, { hint, failure, fields });
    this.tool = tool;
    this.result = result;
    // Whoever prints the error wants its message, code and hint; the whole answer is there for who asks.
    for (const name of ["result", "fields"] as const) Object.defineProperty(this, name, { value: this[name], enumerable: false });
  }
}

/** Calls a tool and turns its answer into a value or an exception. */
export async function callTool<T>(
  client: DaemonClient,
  tool: string,
  input: Record<string, unknown>,
  options: CallOptions = {},
): Promise<Result<T>> {
  const outcome = await client.call(tool, input, options);
  if (isRefusal(outcome.data)) throw new ToolError(tool, outcome.data);
  return withPictures(outcome) as Result<T>;
}

const isRefusal = (data: unknown): data is ErrorResult =>
  typeof data === "object" && data !== null && "ok" in data && data.ok === false && "error" in data && typeof data.error === "string";

function withPictures({ data, images }: Outcome): unknown {
  if (!images || typeof data !== "object") return data;
  const pictures = images.map(({ mimeType, data }) => ({ mimeType, data: Buffer.from(data, "base64") }));
  return { ...data, images: pictures };
}

/** Gives an object a method for each tool that it has none of its own for; `call` makes the call. */
export function addToolMethods<T extends object>(
  prototype: T,
  methods: Readonly<Record<string, string>>,
  call: (self: T, tool: string, input: Record<string, unknown>, options?: CallOptions) => Promise<unknown>,
): void {
  for (const [method, tool] of Object.entries(methods)) {
    if (method in prototype) continue;
    Object.defineProperty(prototype, method, {
      value(this: T, input: Record<string, unknown> = {}, options?: CallOptions) {
        return call(this, tool, input, options);
      },
    });
  }
}
