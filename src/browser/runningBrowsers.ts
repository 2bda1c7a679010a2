import net from "node:net";
import { firefoxSocket, readAddress } from "./address.ts";
import { engineOf } from "./kinds.ts";
import { type PersonalProfile, personalProfiles } from "./personalProfiles.ts";
import { holderOf } from "./profileFolder.ts";

/** A browser of the person's own that runs. */
export interface RunningBrowser extends PersonalProfile {
  pid?: number;
  /** Its WebSocket; absent where nobody may debug it. */
  endpoint?: string;
}

/** Those that run now, with where they listen: as their profile says, whether or not they answer questions over HTTP. */
export async function runningBrowsers(env?: NodeJS.ProcessEnv): Promise<RunningBrowser[]> {
  const found = await Promise.all(
    personalProfiles(env).map(async (profile) => {
      const pid = holderOf(profile.kind, profile.dir);
      const endpoint = endpointOf(profile);
      const listens = endpoint !== undefined && (await isListening(new URL(endpoint)));
      return pid === undefined && !listens ? [] : [{ ...profile, ...(pid !== undefined && { pid }), ...(listens && { endpoint }) }];
    }),
  );
  return found.flat();
}

/** Where the profile of a person's browser says that this port's WebSocket is. Browsers whose debugging was switched on in their settings tell it nowhere else. */
export const socketOfPort = (port: string, env?: NodeJS.ProcessEnv): string | undefined =>
  personalProfiles(env).flatMap((profile) => (engineOf(profile.kind) === "chromium" ? (endpointOf(profile) ?? []) : [])).find((endpoint) => new URL(endpoint).port === port);

function endpointOf({ kind, dir }: PersonalProfile): string | undefined {
  return engineOf(kind) === "firefox" ? firefoxSocket(dir) : readAddress("chromium", dir)?.endpoint;
}

/** A file that an earlier run left names a port where nobody is any more, or somebody else. */
function isListening({ hostname, port }: URL): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = net.connect(Number(port), hostname);
    probe.once("connect", () => {
      probe.destroy();
      resolve(true);
    });
    probe.once("error", () => resolve(false));
  });
}
