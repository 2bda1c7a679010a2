import { z } from "zod";
import { readArchive } from "../../session/har/harArchive.ts";
import { harContents, harModes } from "../../session/har/harFormat.ts";
import type { HarOptions } from "../../session/har/harRecorder.ts";
import { globToRegExp } from "../../session/glob.ts";
import type { Session } from "../../session/session.ts";
import type { DaemonContext } from "../context.ts";

/** How a recording is to be, for start_har and open_session. */
export const harShape = {
  path: z.string().min(1).optional().describe("workspace file; .zip packs the bodies in"),
  mode: z.enum(harModes).optional(),
  content: z.enum(harContents).optional(),
  urlFilter: z.string().min(1).optional().describe("URL glob"),
};

const harInput = z.object(harShape);

/** Resolves the caller's wishes. Says no before anything is recorded. */
export async function harOptions({ files }: DaemonContext, session: string, wanted: z.output<typeof harInput>): Promise<HarOptions> {
  const { mode = "full", content = "embed", urlFilter } = wanted;
  if (urlFilter !== undefined) globToRegExp(urlFilter);
  const place = files.place("har", { session, ending: ".har", chosen: wanted.path });
  await files.settle(place);
  return { path: place.path, mode, content, ...(urlFilter && { urlFilter }) };
}

/** open_session's arguments for recording from the start and for replaying. */
export const openHarShape = {
  har: harInput.optional().describe("record every request from the start"),
  hars: z.array(z.string().min(1)).min(1).max(20).optional().describe("HAR files that answer its requests"),
};

/** What open_session says about the recording that it began. */
export const openedHar = z.object({ path: z.string(), mode: z.enum(harModes), content: z.enum(harContents), finalizesOn: z.literal("close_session") });

type OpenedHar = z.infer<typeof openedHar>;

interface OpenHar {
  har?: z.output<typeof harInput>;
  hars?: string[];
}

/** Looks at the files before a browser is started for them; `begin` starts the recording in the opened session. */
export async function readOpenHar(context: DaemonContext, sessionId: string, { har, hars }: OpenHar): Promise<{ hars?: string[]; begin: (session: Session) => Promise<OpenedHar | undefined> }> {
  if (hars) context.require("eval", "replaying an archive, whose pages and scripts the browser runs,");
  const files = hars?.map((file) => context.files.workspace.path(file));
  for (const file of files ?? []) readArchive(file);
  const options = har && (await harOptions(context, sessionId, har));
  return {
    ...(files && { hars: files }),
    begin: async (session) => {
      if (!options) return undefined;
      if (session.mode === "attached") {
        context.warn("har was ignored: the browser is not Drover's own. start_har records it on purpose.");
        return undefined;
      }
      await session.parts.recording.start({ ...options, fromStart: true });
      const { path: file, mode, content } = options;
      return { path: file, mode, content, finalizesOn: "close_session" };
    },
  };
}
