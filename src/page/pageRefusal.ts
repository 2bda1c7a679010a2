import type { PageFault } from "./api.ts";

/** Page code's way to say no: crosses to the daemon as a DroverError with this code. */
export class PageRefusal extends Error {
  readonly code: string;
  readonly hint?: string;
  readonly fields?: Record<string, unknown>;
  /** Time may cure it, though others with its code stay. */
  readonly mayPass: boolean;

  constructor(code: string, message: string, details: { hint?: string; fields?: Record<string, unknown>; mayPass?: true } = {}) {
    super(message);
    this.code = code;
    this.hint = details.hint;
    this.fields = details.fields;
    this.mayPass = details.mayPass ?? false;
  }

  static from(thrown: unknown): PageFault {
    if (thrown instanceof PageRefusal)
      return { code: thrown.code, message: thrown.message, hint: thrown.hint, fields: thrown.fields };
    const message = thrown instanceof Error ? `${thrown.message}\n${thrown.stack ?? ""}` : String(thrown);
    return { code: "internal", message };
  }
}
