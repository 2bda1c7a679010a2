import { z } from "zod";
import { DroverError } from "../protocol/errors.ts";

/** Whose a session is. An agent is one MCP server; people's own clients are all the same person. */
export const ownerSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("person") }),
  z.object({
    kind: z.literal("agent"),
    /** Of one server, for as long as it runs. */
    id: z.string(),
    /** DROVER_CLIENT, where a person gave it one: whoever has the same name is the same agent. */
    name: z.string().optional(),
    pid: z.number(),
    /** Its project. */
    folder: z.string(),
    /** Somebody at a team's server: apart from everybody else, also from the person who runs it. */
    member: z.string().optional(),
  }),
]);

export type Owner = z.infer<typeof ownerSchema>;

export const person: Owner = { kind: "person" };

/** One word for each caller that is told apart. */
export const idOf = (owner: Owner): string => (owner.kind === "person" ? "person" : (owner.name ?? owner.id));

/** Of a session's plan, what says who may use it. */
export interface Owned {
  id: string;
  /** Unknown in records that are older than the question: a person's. */
  owner?: Owner | undefined;
  shared?: boolean | undefined;
}

/** Is that process gone? */
export type HasEnded = (pid: number) => boolean;

/**
 * People see and control everything. An agent uses what is shared, a person's sessions unless they are kept, and its own: that of the same
 * server or of the same name (of a team's members only that), or one that a server without a name left behind in the same project, where it was started again.
 */
export function mayUse(caller: Owner, { owner = person, shared }: Owned, hasEnded: HasEnded): boolean {
  if (caller.kind === "person") return true;
  if (caller.member !== undefined) return shared === true || (owner.kind === "agent" && owner.member === caller.member);
  if (shared ?? owner.kind === "person") return true;
  if (owner.kind === "agent" && owner.member !== undefined) return false;
  return owner.kind === "agent" && (caller.id === owner.id || isNamesake(caller, owner) || isHeir(caller, owner, hasEnded));
}

type Agent = Extract<Owner, { kind: "agent" }>;

const isNamesake = (caller: Agent, owner: Agent): boolean => caller.name !== undefined && caller.name === owner.name;

export const isHeir = (caller: Owner, owner: Owner | undefined, hasEnded: HasEnded): boolean =>
  caller.kind === "agent" && owner?.kind === "agent" && owner.name === undefined && caller.id !== owner.id && caller.folder === owner.folder && hasEnded(owner.pid);

const USUAL = "default";

/**
 * The session of a caller that names none. Where "default" is closed to it, such as another agent's, whether that one still runs or is gone, it has one beside
 * it, with a profile of its own; and it keeps that one when "default" becomes free.
 */
export function usualSession<Plan extends Owned>(caller: Owner, planOf: (id: string) => Plan | undefined, mayEnter: (plan: Plan) => boolean): string {
  if (caller.kind === "person") return USUAL;
  const beside: string[] = [];
  for (let turn = 1; ; turn++) {
    const id = turn === 1 ? USUAL : `${USUAL}-${turn}`;
    const plan = planOf(id);
    if (plan?.owner?.kind === "agent" && !plan.shared && mayEnter(plan)) return id;
    if (!plan || mayEnter(plan)) beside.push(id);
    if (!plan && turn > 1) return beside[0]!;
  }
}

export const besides = (id: string): string[] =>
  id === USUAL ? [] : [`Session "${USUAL}" is not open to you, so calls without \`session\` use "${id}", which is yours and has a profile of its own.`];

export function notYours({ id, owner = person }: Owned, what: "session" | "profile"): DroverError {
  const whose = owner.kind === "person" ? "a person keeps it to themselves" : "it belongs to another agent";
  const hint =
    what === "profile"
      ? "Choose another profile. Whoever opened that session can share it: open_session({shared:true})."
      : "Use a session of your own: pass another `session`, it opens on first use. Whoever opened this one can share it: open_session({shared:true}).";
  return new DroverError("refused", what === "profile" ? `the profile is open in session "${id}", and ${whose}` : `session "${id}" is not yours: ${whose}`, {
    hint,
    failure: { source: "drover" },
  });
}
