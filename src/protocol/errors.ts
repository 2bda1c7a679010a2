/** Every way Drover says no. `error` in a result is always one of these. */
export const errorCodes = [
  "ambiguous",
  "bad-input",
  "bad-path",
  "blocked",
  "browser-failed",
  "browser-gone",
  "cancelled",
  "capability-disabled",
  "context-gone",
  "covered",
  "daemon-failed",
  "database-blocked",
  "detached",
  "dialog-open",
  "disabled",
  "expired",
  "fetch-failed",
  "frame-gone",
  "internal",
  "invalid",
  "invalid-selector",
  "navigation-failed",
  "no-active-page",
  "no-browser",
  "not-attachable",
  "not-editable",
  "not-found",
  "not-loopback",
  "not-serializable",
  "not-visible",
  "not-writable",
  "page-closed",
  "page-crashed",
  "plugin-call-graph-violation",
  "plugin-disabled",
  "plugin-failed",
  "profile-in-use",
  "protocol-mismatch",
  "provider-failed",
  "quota-exceeded",
  "ref-gone",
  "refused",
  "script-error",
  "session-exists",
  "session-lost",
  "session-not-found",
  "timeout",
  "too-large",
  "unhandled-dialog",
  "unhandled-notification",
  "unhandled-permission",
  "unhandled-picker",
  "unknown-tool",
  "unstable",
  "unsupported-engine",
  "verify-failed",
  "wheel-taken",
  "wrong-origin",
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** Whose fault it is: ours, the web page's, or not known. */
export type FailureSource = "drover" | "app" | "unknown";

export interface Failure {
  source: FailureSource;
  hint?: string;
  [field: string]: unknown;
}

export interface ErrorDetails {
  /** What to do next. */
  hint?: string;
  failure?: Failure;
  /** Extra result fields that the specification names (`requiredCapability`, `reason`, `sessions`, …). */
  fields?: Record<string, unknown>;
  cause?: unknown;
}

/** The one error type that crosses rooms. Anything else that is thrown is a bug and reported as `internal`. */
export class DroverError extends Error {
  override readonly name = "DroverError";
  readonly code: ErrorCode;
  readonly hint?: string;
  readonly failure?: Failure;
  readonly fields: Record<string, unknown>;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.hint = details.hint;
    this.failure = details.failure;
    this.fields = details.fields ?? {};
  }

  /** The result a caller sees. */
  toResult(): ErrorResult {
    return {
      ok: false,
      error: this.code,
      message: this.message,
      ...(this.hint && { hint: this.hint }),
      ...(this.failure && { failure: this.failure }),
      ...this.fields,
    };
  }
}

export interface ErrorResult {
  ok: false;
  error: ErrorCode;
  message: string;
  hint?: string;
  failure?: Failure;
  [field: string]: unknown;
}

export const isDroverError = (value: unknown): value is DroverError =>
  value instanceof Error && value.name === "DroverError";

/** Turns whatever was thrown into a DroverError without losing its message. */
export function asDroverError(thrown: unknown): DroverError {
  if (isDroverError(thrown)) return thrown;
  if (isUnwritable(thrown))
    return new DroverError("not-writable", thrown.message, {
      cause: thrown,
      hint: "Free some space, correct the folder's permissions, or point DROVER_HOME at another folder.",
    });
  if (isMisplaced(thrown))
    return new DroverError("bad-path", misplaced[thrown.code](thrown.dest ?? thrown.path), { cause: thrown, hint: "Choose another place for the file." });
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new DroverError("internal", message, {
    cause: thrown,
    hint: "This is a bug in Drover. `drover daemon logs` has the stack.",
  });
}

/** The file system refused to store something: no fault of Drover's, and nothing that its log explains. */
const isUnwritable = (thrown: unknown): thrown is Error =>
  thrown instanceof Error && "syscall" in thrown && "code" in thrown && ["ENOSPC", "EROFS", "EDQUOT", "EACCES"].includes(String(thrown.code));

/** A path that a caller chose leads to a folder, or through a file. */
const misplaced = {
  EISDIR: (path: string) => `${path} is a folder`,
  ENOTDIR: (path: string) => `${path} leads through a file`,
  EEXIST: (path: string) => `${path} is there already`,
};

type Misplaced = Error & { code: keyof typeof misplaced; path: string; dest?: string };

const isMisplaced = (thrown: unknown): thrown is Misplaced =>
  thrown instanceof Error && "path" in thrown && "code" in thrown && Object.hasOwn(misplaced, String(thrown.code));
