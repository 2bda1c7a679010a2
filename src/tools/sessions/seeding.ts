import { z } from "zod";
import { DroverError } from "../../protocol/errors.ts";
import type { Session } from "../../session/session.ts";
import { replaceState } from "../../session/state/applyState.ts";
import type { StorageState } from "../../session/state/storageState.ts";
import type { DaemonContext } from "../context.ts";
import { authSlotsOf, givenState, stateInput } from "../state/shapes.ts";

/** open_session's arguments for starting logged in. */
export const seedShape = {
  storageState: stateInput.optional().describe("state, or workspace file, from dump_storage_state"),
  authState: z.string().min(1).optional().describe("name given to auth_save"),
};

interface SeedInput {
  storageState?: z.output<typeof stateInput>;
  authState?: string;
}

/** Reads the state before a browser is started for it; what comes back puts it into the opened session. */
export async function readSeed(
  context: DaemonContext,
  { storageState, authState }: SeedInput,
): Promise<(session: Session) => Promise<void>> {
  if (storageState !== undefined && authState !== undefined)
    throw new DroverError("bad-input", "open_session takes storageState or authState, not both");
  const state = await readGiven(context, storageState, authState);
  return async (session) => {
    if (state) await seed(context, session, state);
  };
}

async function readGiven(
  context: DaemonContext,
  storageState: SeedInput["storageState"],
  authState: string | undefined,
): Promise<StorageState | undefined> {
  if (authState !== undefined) return (await authSlotsOf(context)).load(authState);
  return storageState === undefined ? undefined : givenState(context, storageState);
}

async function seed({ sessions, config, warn }: DaemonContext, session: Session, state: StorageState): Promise<void> {
  if (session.mode === "attached") {
    warn("The state was ignored: an attached browser is not Drover's to change. inject_storage_state does it on purpose.");
    return;
  }
  if (session.mode === "persistent")
    warn(
      `The state REPLACED what the profile "${session.plan.profile}" had: its cookies, localStorage and IndexedDB were cleared first. Use mode "incognito" to leave profiles alone.`,
    );
  try {
    await replaceState(session, state, warn, { fresh: session.mode === "incognito" });
  } catch (refusal) {
    await sessions.close(session.id, config, warn);
    throw refusal;
  }
}
