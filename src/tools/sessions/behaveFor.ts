import type { Session } from "../../session/session.ts";
import type { CallingClient } from "../context.ts";

/** Capabilities that change what a session does, and not only who may call what. */
export async function behaveFor({ capabilities }: Pick<CallingClient, "capabilities">, { parts }: Session): Promise<void> {
  if (capabilities.has("device-emulation")) parts.devices.enable();
  if (capabilities.has("stealth")) await parts.asks.hideMarks();
}
