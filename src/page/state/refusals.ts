import { PageRefusal } from "../pageRefusal.ts";

/** The page is on no origin, or on one that may not keep anything. */
export const navigateFirst = (what: string): PageRefusal =>
  new PageRefusal("wrong-origin", `${what} belongs to an origin, and ${location.href} has none that may use it`, {
    hint: "Navigate first: navigate({url}) to the site whose data you mean, then call again.",
  });

/** What a storage API threw, in words that say what to do. */
export function storageRefusal(thrown: unknown, what: string): unknown {
  if (thrown instanceof PageRefusal) return thrown;
  const { name, message } = thrown as { name?: unknown; message?: unknown };
  switch (name) {
    case "SecurityError":
      return navigateFirst(what);
    case "QuotaExceededError":
    case "NS_ERROR_DOM_QUOTA_REACHED":
      return new PageRefusal("quota-exceeded", `${what}: the origin's storage quota is used up`, {
        hint: "Remove something first, or store less; the browser keeps a limit for each origin.",
      });
    case "DataError":
    case "DataCloneError":
    case "ConstraintError":
    case "TypeError":
    case "RangeError":
      return new PageRefusal("bad-input", `${what}: ${String(message)}`);
    default:
      return thrown;
  }
}

/** Runs storage work and says plainly why the browser refused it. */
export async function withRefusals<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    throw storageRefusal(thrown, what);
  }
}

export const reasonOf = (thrown: unknown): string => String((thrown as { message?: unknown } | null)?.message ?? thrown);
