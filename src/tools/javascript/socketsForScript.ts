import type { EngineFrame } from "../../engine/port.ts";
import type { SessionPage } from "../../session/sessionPage.ts";

const NAME = "__droverWs";

/** Puts `window.__droverWs.list()` where a script asks for it: the page's sockets with the ids that ws_send takes. No other script finds it. */
export async function offerSockets(page: SessionPage, frame: EngineFrame, script: string): Promise<void> {
  if (!script.includes(NAME)) return;
  const sockets = page.session.parts.sockets.sockets().filter(({ pageId }) => pageId === page.id);
  const listed = sockets.map(({ wsId, url, readyState }) => ({ wsId, url, readyState }));
  await frame.run(`Object.defineProperty(globalThis, "${NAME}", { value: { list: () => (${JSON.stringify(listed)}) }, configurable: true })`);
}
