import { mayFail } from "../diagnosis/mayFail.ts";
import { saveDescriptor } from "./descriptor.ts";
import { type LaunchRequest, launchBrowser } from "./launchBrowser.ts";
import { LaunchTurn } from "./launchTurn.ts";

/**
 * Starts the browser of a session that is about to be opened, while the daemon that will have it is still loading. The
 * daemon finds it by its descriptor. When it cannot be started nothing is said: the daemon tries again and tells why.
 */
export async function giveHeadStart(request: LaunchRequest): Promise<void> {
  const { home } = request;
  const started = new LaunchTurn(home).runIfFree(async () => {
    const { descriptor, warnings } = await launchBrowser(request);
    saveDescriptor(home, { ...descriptor, unclaimed: warnings });
  });
  await mayFail(started, "the daemon starts the browser itself, and says why it cannot");
}
