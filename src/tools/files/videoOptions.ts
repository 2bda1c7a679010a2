import { z } from "zod";
import { DroverError } from "../../protocol/errors.ts";
import type { Session } from "../../session/session.ts";
import type { DaemonContext } from "../context.ts";

const side = z.int().min(16).max(4096);
const size = z.object({ width: side, height: side });

/** How a video is to be, for start_video and open_session. */
export const videoShape = {
  path: z.string().min(1).optional().describe("workspace file, .webm"),
  size: size.optional().describe("pixels; fits into 800x800 otherwise"),
  annotate: z.boolean().optional().describe("show clicks and keys"),
};

export const openedVideo = z.object({ path: z.string(), size: size.optional(), finalizesOn: z.literal("stop_video") });

type VideoWish = z.infer<z.ZodObject<typeof videoShape>>;

const NOT_THEIRS = { hint: 'Open a session of your own: open_session({mode:"incognito", recordVideo:{}}).', failure: { source: "drover" as const } };

/** Before a session is opened for it. Its shape is not told in the schema of open_session, which every agent reads. */
export function readVideo({ require }: DaemonContext, given: object, { mode, endpoint }: { mode?: string | undefined; endpoint?: string | undefined }): VideoWish {
  require("file-io", "recordVideo");
  if (mode === "attached" || endpoint !== undefined) throw new DroverError("refused", "an attached browser is not filmed: it is somebody else's", NOT_THEIRS);
  const { data, error } = z.strictObject(videoShape).safeParse(given);
  if (data) return data;
  throw new DroverError("bad-input", `recordVideo: ${z.prettifyError(error)}`, { hint: 'It is {path, size: {width, height}, annotate}, all of which may be left out: recordVideo:{}.' });
}

export function refuseAttached({ id, mode }: Session): void {
  if (mode === "attached") throw new DroverError("refused", `session "${id}" is attached to somebody else's browser, which is not filmed`, NOT_THEIRS);
}

export async function beginVideo(context: DaemonContext, session: Session, { path: chosen, size: wanted, annotate }: VideoWish): Promise<z.infer<typeof openedVideo>> {
  refuseAttached(session);
  const place = context.files.place("video", { session: session.id, ending: ".webm", chosen });
  try {
    await session.parts.video.start({ path: place.path, ...(wanted && { size: wanted }), ...(annotate && { annotate }) });
  } catch (cause) {
    throw new DroverError("browser-failed", `no video of session "${session.id}" could be begun: ${(cause as Error).message}`, { cause, hint: "screenshot_schedule takes a series of pictures instead." });
  }
  await context.files.settle(place);
  return { path: place.path, ...(wanted && { size: wanted }), finalizesOn: "stop_video" as const };
}
