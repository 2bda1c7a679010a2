import { DEFAULT_PATIENCE_MS } from "../people/patience.ts";
import type { ConfirmHook } from "../policy/confirmHooks.ts";
import type { Session } from "../session/session.ts";
import type { Call } from "./call.ts";

/** Puts a confirm hook to a person; undefined when nobody can be asked. */
export type AskPerson = (call: Call, session: Session, hook: ConfirmHook, what: string) => Promise<boolean | undefined> | undefined;

/** Those at the session's window or a terminal that listens, or behind the client that calls. */
export const askPerson: AskPerson = ({ options, deadline, name }, session, hook, what) => {
  const { askClient, progress } = options;
  if (!session.parts.people.reachable && !askClient) return undefined;
  const asked = { kind: "confirm", prompt: `Allow ${name}: ${what}?`, about: hook, timeoutMs: DEFAULT_PATIENCE_MS } as const;
  return session.parts.people
    .ask(asked, { signal: deadline.signal, client: askClient, put: ({ id, prompt }) => progress?.(`${prompt} Waiting for a person (${id}).`) })
    .then((ending) => (ending.outcome === "answered" ? ending.value === true : undefined));
};
