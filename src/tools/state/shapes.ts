import { z } from "zod";
import { AuthSlots } from "../../session/state/authSlots.ts";
import { readState } from "../../session/state/stateFile.ts";
import { parseStorageState, type StorageState } from "../../session/state/storageState.ts";
import type { DaemonContext } from "../context.ts";
import { both } from "../storage/shapes.ts";

export const stateTool = { family: "state", needs: "session", tells: "page", engines: both, batch: true } as const;

/** Many origins take their time: each is opened once. */
export const STATE_DEADLINE_MS = 60_000;

export const indexedDB = z.boolean().optional().describe("with IndexedDB databases");

/** A state in the call itself, or a file of the workspace. */
export const stateInput = z.union([z.string().min(1), z.record(z.string(), z.unknown())]);

/** Reads and checks a state before anything is changed. */
export async function givenState(
  { files, client, warn }: DaemonContext,
  given: z.output<typeof stateInput>,
): Promise<StorageState> {
  if (typeof given !== "string") return parseStorageState(given, "state");
  return readState(files.workspace.path(given), given, await stateKey({ client }), warn);
}

/** The caller's key. Only its own environment counts: the daemon's is that of whoever happened to start it. */
export const stateKey = ({ client }: Pick<DaemonContext, "client">): Promise<string | undefined> => client.secret("DROVER_STATE_KEY");

/** The log-ins that this caller has saved. */
export const authSlotsOf = async ({ files, home, client }: DaemonContext): Promise<AuthSlots> => new AuthSlots(files, home, await stateKey({ client }));
