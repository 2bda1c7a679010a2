import { readFileSync } from "node:fs";
import { DroverError } from "../../protocol/errors.ts";
import type { CapturedState } from "./captureState.ts";
import { isNetscape, parseNetscape } from "./netscapeCookies.ts";
import { isSealed, openState, sealState } from "./stateCipher.ts";
import { notAState, parseStorageState, type StorageState } from "./storageState.ts";

/** A state as it is written to a file: encrypted when there is a key. */
export const sealedIf = async (key: string | undefined, { json }: CapturedState): Promise<Buffer> => (key ? Buffer.from(await sealState(json, key)) : json);

/** Reads a state: Drover's own or Playwright's JSON, sealed or not, or a cookies.txt. */
export async function readState(
  file: string,
  source: string,
  key: string | undefined,
  warn: (line: string) => void,
): Promise<StorageState> {
  const text = readText(file, source);
  if (isNetscape(text)) return { cookies: parseNetscape(text, source), origins: [] };
  const json = parseJson(text, source);
  if (isSealed(json)) return unsealed(json, key, source);
  if (key) warn(`${source} is not encrypted although DROVER_STATE_KEY is set.`);
  return parseStorageState(json, source);
}

/** Reads what Drover itself has saved. Who has a key seals everything: what is not sealed was put there by somebody else. */
export async function readSavedState(file: string, source: string, key: string | undefined): Promise<StorageState> {
  const json = parseJson(readText(file, source), source);
  if (isSealed(json)) return unsealed(json, key, source);
  if (!key) return parseStorageState(json, source);
  throw new DroverError("refused", `${source} is not encrypted although DROVER_STATE_KEY is set`, {
    hint: "It was saved without the key, or put there by somebody else. Load it without DROVER_STATE_KEY and save it again with it. The session is unchanged.",
    failure: { source: "drover" },
  });
}

async function unsealed(json: unknown, key: string | undefined, source: string): Promise<StorageState> {
  return parseStorageState(parseJson(await openState(json, key, source), source), source);
}

function readText(file: string, source: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw new DroverError("not-found", `${source} cannot be read: ${(cause as NodeJS.ErrnoException).code ?? "unreadable"}`, {
      cause,
      hint: "auth_list shows the saved log-ins; other states are files in the workspace.",
    });
  }
}

function parseJson(text: string, source: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw notAState(source, "it is not JSON, or was cut short");
  }
}
