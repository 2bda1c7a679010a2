import { unlessMalformed } from "../diagnosis/unlessMalformed.ts";
import { fileNameOf } from "../text/fileName.ts";

/** The time as part of a file's name. */
const stampOf = (now: Date): string => now.toISOString().replaceAll(/[:.]/g, "-");

/** What a file is called that nobody named: whose it is, what it is where its kind has several, and when it was made. `turn` tells those of one moment apart. */
export const madeName = (session: string, ending: string, { now = new Date(), turn = 1, what = "" } = {}): string =>
  `${fileNameOf(session)}${what && `-${what}`}-${stampOf(now)}${turn > 1 ? `-${turn}` : ""}${ending}`;

const made = /^(.+)-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(?:[-.]\d{3})?Z(?:-\d+)?(?:-e\d+)?(?:\.\w+)*$/;

/** The session that a made name tells of; undefined for names that somebody chose. `whats` is what files of the kind may be. */
export const sessionInName = (name: string, whats: readonly string[] = []): string | undefined => {
  const [, session] = made.exec(name) ?? [];
  if (session === undefined) return undefined;
  const what = whats.find((each) => session.endsWith(`-${each}`));
  return sessionOfFolder(what === undefined ? session : session.slice(0, -what.length - 1));
};

/** The session that a folder is named after. A long id is only known by its beginning and a digest. */
export function sessionOfFolder(name: string): string {
  return unlessMalformed(() => decodeURIComponent(name), name);
}
