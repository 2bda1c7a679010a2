import { DroverError } from "../protocol/errors.ts";

/** A caller's regular expression, refused with the reason when it is none. */
export function regularExpression(source: string, flags = ""): RegExp {
  try {
    return new RegExp(source, flags);
  } catch (cause) {
    throw new DroverError("bad-input", `/${source}/${flags} is not a regular expression: ${(cause as Error).message}`, { cause });
  }
}
