import type { FoundEngine } from "../../browser/findEngine.ts";
import { connectToForeign } from "../../engine/connectToForeign.ts";
import type { EngineBrowser } from "../../engine/port.ts";

interface Shared {
  browser: Promise<EngineBrowser>;
  users: number;
}

const shared = new Map<string, Shared>();

/** One connection to a browser for all of this program's page sessions: Firefox allows no second one. */
export async function borrowBrowser(found: FoundEngine): Promise<{ browser: EngineBrowser; giveBack: () => Promise<void> }> {
  const { socket } = found;
  const entry = shared.get(socket) ?? { browser: connectToForeign(found), users: 0 };
  shared.set(socket, entry);
  entry.users++;
  const giveBack = async () => {
    entry.users--;
    if (entry.users > 0) return;
    if (shared.get(socket) === entry) shared.delete(socket);
    await (await entry.browser).disconnect();
  };
  try {
    const browser = await entry.browser;
    browser.events.once("disconnected", () => shared.get(socket) === entry && shared.delete(socket));
    return { browser, giveBack };
  } catch (thrown) {
    shared.delete(socket);
    throw thrown;
  }
}
