import { z } from "zod";
import type { ImagePart, Outcome, PeopleForm, ResultForm } from "../protocol/messages.ts";
import { redactTraffic, redactUrlsIn } from "../security/redactUrl.ts";
import type { SecretMask, SecretSpan } from "../security/secretMask.ts";
import { redactCaptured } from "./redact.ts";
import { isRecord, isRefusal, render, type Renderer } from "./render.ts";
import { capturedIn, isUntrusted, type CapturedWhere, type Tells } from "./tells.ts";

/** What a tool says of its results. */
export interface Declared {
  tells: Tells;
  output: z.ZodType;
  text?: Renderer;
  verbatim?: boolean;
  /** Makes the answer of what the tool returned, where readers get different forms of it. */
  answer?: (data: never) => unknown;
}

/** A result with pictures beside its data. */
export interface WithImages<T> {
  readonly data: T;
  readonly images: ImagePart[];
}

export const withImages = <T>(data: T, images: ImagePart[]): WithImages<T> => ({ data, images });

interface Leaving {
  warnings: string[];
  /** Captured addresses lose what identifies somebody (`redactUrls`). */
  redact: boolean;
  form: ResultForm;
  people?: PeopleForm;
}

/** What calls that were never understood answer with: Drover's own words. */
const nobodys: Declared = { tells: "own", output: z.unknown() };

/**
 * The only way out. Results, events, progress, lines of the log and text in files each have a door here, and each door does the
 * same in the same order: mark, redact, mask, estimate, render.
 */
export class Exit {
  readonly #mask: SecretMask;
  readonly #captured = new WeakMap<z.ZodType, { where: CapturedWhere | undefined }>();

  constructor(mask: SecretMask) {
    this.#mask = mask;
  }

  /** What a call answers. */
  result(declared: Declared = nobodys, result: unknown, { warnings, redact, form, people }: Leaving): Outcome {
    const { data: bare, images } = isWithImages(result) ? result : { data: result, images: undefined };
    const told = withWarnings(bare, warnings);
    const shared = redact ? this.#redacted(declared, told) : told;
    const masked = this.#mask.deep(shared);
    const data = withEstimate(declared.output, declared.answer && !isRefusal(masked) ? declared.answer(masked as never) : masked);
    const text = render(declared.answer ? masked : data, declared, form, people);
    const unplaced = isRecord(data) ? [] : warnings.map((line) => this.#mask.text(redact ? redactUrlsIn(line) : line));
    return {
      ok: !isRefusal(data),
      data,
      ...(text !== undefined && { text }),
      ...(images && { images }),
      ...(unplaced.length > 0 && { warnings: unplaced }),
      ...(isUntrusted(declared.tells) && { untrusted: true as const }),
    };
  }

  /** What a subscriber hears. */
  event(tells: Tells, data: unknown, { redact }: { redact: boolean }): unknown {
    return this.#mask.deep(tells === "traffic" && redact ? redactTraffic(data) : data);
  }

  /** What a waiting caller hears of a call. */
  progress(message: string): string {
    return this.#mask.text(message);
  }

  /** What is written to the log, where it lies for long and is shown to others. */
  readonly logLine = (line: string): string => this.#mask.text(redactUrlsIn(line));

  /** Text that Drover composes and writes to a file. */
  readonly fileText = (text: string): string => this.#mask.text(text);

  /** Masks the value everywhere from now on, until the function that this gives is called. */
  hold(name: string, value: string): () => void {
    return this.#mask.hold(name, value);
  }

  /** Whether there is anything to mask: what is costly to look through is left alone otherwise. */
  get masks(): boolean {
    return !this.#mask.empty;
  }

  /** Where masked values stand in what a picture would show. */
  findMasked(text: string): SecretSpan[] {
    return this.#mask.find(text);
  }

  /** Data that is made into text before it leaves: once it is text, what stands there in pieces is not found. */
  masked<T>(data: T): T {
    return this.#mask.deep(data) as T;
  }

  #redacted({ tells, output }: Declared, data: unknown): unknown {
    if (tells === "traffic") return redactTraffic(data);
    const redacted = redactCaptured(data, this.#capturedIn(output));
    // Warnings are Drover's own sentences, but they quote what was captured.
    return isRecord(redacted) && "warnings" in redacted ? { ...redacted, warnings: redactTraffic(redacted["warnings"]) } : redacted;
  }

  #capturedIn(output: z.ZodType): CapturedWhere | undefined {
    const known = this.#captured.get(output) ?? { where: capturedIn(output) };
    this.#captured.set(output, known);
    return known.where;
  }
}

function withWarnings(data: unknown, added: string[]): unknown {
  if (added.length === 0 || !isRecord(data)) return data;
  const own = Array.isArray(data["warnings"]) ? (data["warnings"] as string[]) : [];
  return { ...data, warnings: [...own, ...added.filter((line) => !own.includes(line))] };
}

/** About four characters a token: good enough to choose a cheaper call next time. */
const estimateTokens = (text: string): number => Math.ceil(text.length / 4);

function withEstimate(output: z.ZodType, data: unknown): unknown {
  if (!isRecord(data) || !tellsEstimate(output)) return data;
  return { ...data, tokensEstimate: estimateTokens(JSON.stringify(data)) };
}

const tellsEstimate = (output: z.core.$ZodType): boolean =>
  output instanceof z.ZodUnion ? output.options.some(tellsEstimate) : output instanceof z.ZodObject && "tokensEstimate" in output.shape;

const isWithImages = (value: unknown): value is WithImages<unknown> =>
  isRecord(value) && Array.isArray(value["images"]) && "data" in value && Object.keys(value).length === 2;
