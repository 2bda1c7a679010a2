import { once } from "node:events";
import { z } from "zod";
import type { NetworkEntry } from "../../session/networkLog.ts";
import type { Session } from "../../session/session.ts";
import type { SessionPage } from "../../session/sessionPage.ts";
import { defineTool } from "../defineTool.ts";
import { PictureFolder } from "./pictureFolder.ts";
import { pictureSeriesOutput } from "./screenshotSchedule.ts";

const triggers = ["navigation", "console-error", "network-mutation", "dialog"] as const;
type Trigger = (typeof triggers)[number];

const MAX_CAPTURES = 50;
const SLACK_MS = 10_000;

const writes = new Set(["POST", "PUT", "PATCH", "DELETE"]);
const isMutation = ({ method, response }: NetworkEntry) =>
  writes.has(method) && response !== undefined && response.status >= 200 && response.status < 300;

/** Calls back each time the trigger fires on the page; returns the way to stop. */
function listen(session: Session, page: SessionPage, trigger: Trigger, fired: () => void): () => void {
  const { events } = session;
  const ours = (from: SessionPage) => {
    if (from === page) fired();
  };
  switch (trigger) {
    case "navigation":
      events.on("navigated", ours);
      return () => events.off("navigated", ours);
    case "dialog":
      events.on("dialog", ours);
      return () => events.off("dialog", ours);
    case "network-mutation": {
      const done = (from: SessionPage, entry: NetworkEntry) => {
        if (from === page && isMutation(entry)) fired();
      };
      events.on("requestdone", done);
      return () => events.off("requestdone", done);
    }
    case "console-error": {
      const said = (from: SessionPage, message: { level: string }) => {
        if (from === page && message.level === "error") fired();
      };
      events.on("console", said);
      events.on("pageerror", ours);
      return () => {
        events.off("console", said);
        events.off("pageerror", ours);
      };
    }
  }
}

export const screenshotOn = defineTool({
  name: "screenshot_on",
  family: "pictures",
  capability: "file-io",
  effect: "read",
  needs: "page",
  tells: "page",
  concurrent: true,
  deadline: ({ durationMs }) => durationMs + SLACK_MS,
  summary: "A picture into a workspace folder each time something happens, for a while.",
  details: `Triggers: main-frame navigation, console errors and uncaught exceptions, successful writes to the network, dialogs.
Events during a capture are dropped. After 50 pictures the window closes early with a warning.`,
  input: z.object({
    trigger: z.enum(triggers),
    durationMs: z.int().min(1).max(600_000),
    intoDir: z.string().min(1).optional(),
    format: z.enum(["png", "jpeg"]).optional(),
  }),
  output: z.object({ ...pictureSeriesOutput, trigger: z.enum(triggers) }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{ trigger: "console-error", durationMs: 30_000 }],
  run: async ({ page, session, files, signal }, { trigger, durationMs, intoDir, format = "png" }) => {
    const folder = new PictureFolder(page, files, intoDir, format);
    const window = new AbortController();
    const timer = setTimeout(() => window.abort(), durationMs);
    const end = () => window.abort();
    signal.addEventListener("abort", end);
    page.engine.events.once("closed", end);
    let capturing: Promise<void> | undefined;
    const stop = listen(session, page, trigger, () => {
      if (capturing || window.signal.aborted) return;
      capturing = folder.capture().finally(() => {
        capturing = undefined;
        if (folder.paths.length < MAX_CAPTURES) return;
        folder.warnings.push(`stopped at ${MAX_CAPTURES} pictures: the trigger fires too often`);
        window.abort();
      });
    });
    try {
      if (!window.signal.aborted) await once(window.signal, "abort");
      await capturing;
    } finally {
      stop();
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      page.engine.events.off("closed", end);
    }
    folder.endedEarly();
    return {
      ok: true as const,
      trigger,
      ...(await folder.finish()),
    };
  },
});
