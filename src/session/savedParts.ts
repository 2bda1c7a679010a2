import { namedParts, type SessionPart } from "./part.ts";

/** What parts have saved, by their names, as it is on disk: each part knows the shape of its own. */
export type SavedParts = Record<string, unknown>;

export function saveParts(parts: object): SavedParts {
  const saved = namedParts(parts).map(([name, part]) => [name, part.save?.()] as const);
  return Object.fromEntries(saved.filter(([, state]) => state !== undefined));
}

/** Gives each part what it saved, all at once. Resolves with what could not be taken up again: a session works without it. */
export async function restoreParts(parts: object, saved: SavedParts): Promise<string[]> {
  const lost = await Promise.all(
    namedParts(parts).map(([name, part]) =>
      saved[name] === undefined ? [] : restorePart(name, part, saved[name]).then(() => [], (thrown: Error) => [thrown.message]),
    ),
  );
  return lost.flat();
}

async function restorePart(name: string, part: SessionPart, given: unknown): Promise<void> {
  const { data, error } = part.saved?.safeParse(given) ?? {};
  if (error) throw new Error(`What was saved of the session's ${name} could not be read and is lost.`);
  await part.restore?.(data);
}
