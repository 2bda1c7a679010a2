import { noteFailure } from "./mayFail.ts";

/** How the system says that a file or a process is not there. */
const ABSENT = ["ENOENT", "ENOTDIR", "ESRCH"];

/** Reads what may not be there: its absence is an answer and no failure. Any other failure is noted, with what it means. */
export function ifPresent<T>(read: () => T, otherwise: string): T | undefined;
export function ifPresent<T, I>(read: () => T, otherwise: string, instead: I): T | I;
export function ifPresent<T, I>(read: () => T, otherwise: string, instead?: I): T | I | undefined {
  try {
    return read();
  } catch (thrown) {
    if (!isErrno(thrown, ...ABSENT)) noteFailure(thrown, otherwise);
    return instead;
  }
}

export const isErrno = (thrown: unknown, ...codes: string[]): boolean => thrown instanceof Error && "code" in thrown && codes.includes(String(thrown.code));
