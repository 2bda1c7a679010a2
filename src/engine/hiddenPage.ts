import { DroverError } from "../protocol/errors.ts";

/** What a hidden page gets for every request. */
export const EMPTY_DOCUMENT = { status: 200, headers: { "content-type": "text/html" }, body: Buffer.alloc(0) };

export function requireOpened(url: string, { errorText }: { errorText?: string }): void {
  if (errorText) throw new DroverError("navigation-failed", `${url} could not be opened: ${errorText}`);
}
