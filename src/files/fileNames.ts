import { unlessMalformed } from "../diagnosis/unlessMalformed.ts";
import { fileNameOf } from "../text/fileName.ts";

/** The time as part of a file's name. */
const stampOf = (now: Date): string => now.toISOString().replaceAll(/[:.]/g, "-");

/** What a file is called that nobody named: whose it is, and when it was made. `turn` tells those of one moment apart. */
export const madeName = (session: string, ending: string, { now = new Date(), turn = 1 } = {}): string =>
  `${fileNameOf(session)}-${stampOf(now)}${turn > 1 ? `-${turn}` : ""}${ending}`;

const made = /^(.+)-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(?:[-.]\d{3})?Z(?:-\d+)?(?:\.\w+)?$/;

/** The session that a made name tells of; undefined for names that somebody chose. */
export const sessionInName = (name: string): string | undefined => {
  const [, session] = made.exec(name) ?? [];
  return session === undefined ? undefined : sessionOfFolder(session);
};

/** The session that a folder is named after. A long id is only known by its beginning and a digest. */
export function sessionOfFolder(name: string): string {
  return unlessMalformed(() => decodeURIComponent(name), name);
}
