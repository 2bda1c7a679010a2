import path from "node:path";
import { once } from "node:events";
import { mayFail } from "../../diagnosis/mayFail.ts";
import type { Invocation } from "../commands/ownCommand.ts";
import { note, print, printJson } from "../terminal.ts";
import { wrongUsage } from "../values.ts";
import { BridgeServer } from "../../engine/bridgeServer.ts";

/** Serves the tabs that a person shares with the extension, as a session, until it is interrupted. */
export async function bridge(call: Invocation): Promise<number> {
  const port = Number(call.text("port") ?? 0);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw wrongUsage("--port is a number from 0 to 65535");
  const server = await BridgeServer.listen(port);
  const extension = path.join(import.meta.dirname, "..", "extension");
  const { session } = call;
  if (call.json) printJson({ ok: true, code: server.code, endpoint: server.endpoint, extension, session });
  else
    print(
      [
        "1. Once: open chrome://extensions (edge://, brave://), switch on developer mode, press “Load unpacked” and choose",
        `   ${extension}`,
        "2. Press Drover's button beside the address bar, paste this code, and share the tabs that are meant:",
        `   ${server.code}`,
        "Ctrl-C ends it, as “Stop” in the extension or “Cancel” in the browser's own bar do for a tab.",
      ].join("\n"),
    );
  let isOpen = false;
  server.on("extension", (connected) => note(connected ? "The extension is connected." : "The extension is gone."));
  server.on("unshared", ({ title, reason }) => note(`"${title}" is no longer shared${reason ? ` (${reason})` : ""}.`));
  server.on("shared", ({ title, url }) => {
    note(`"${title}" (${url}) is shared.`);
    if (isOpen) return;
    isOpen = true;
    call.call("open_session", { session, mode: "attached", endpoint: server.endpoint, engine: "chromium" }).then(
      () => note(`Session "${session}" drives it: drover snapshot --session ${session}`),
      (thrown: Error) => {
        isOpen = false;
        note(`! The session could not be opened: ${thrown.message}`);
      },
    );
  });
  await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  if (isOpen) await mayFail(call.call("close_session", { session }), "the session may be closed already");
  server.close();
  return 0;
}
