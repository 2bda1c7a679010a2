import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { sessionInName } from "../../files/fileNames.ts";
import { DroverError } from "../../protocol/errors.ts";
import { defineTool } from "../defineTool.ts";
import { beginVideo, openedVideo, refuseAttached, videoShape } from "./videoOptions.ts";

const MAX_INLINE = 1024 * 1024;

const engines = { chromium: "full", firefox: { partial: "two pictures a second; the page that encodes them is a tab in the background" } } as const;

const filmShape = z.object({
  path: z.string(),
  page: z.string(),
  bytes: z.number(),
  durationMs: z.number(),
  frames: z.number(),
  endedEarly: z.string().optional(),
});

export const startVideo = defineTool({
  name: "start_video",
  family: "files",
  capability: "file-io",
  effect: "read",
  needs: "session",
  tells: "own",
  deadline: 30_000,
  summary: "Film the session's pages from now on, each into a .webm file in the workspace.",
  details: `Until stop_video, or until the session is closed; through navigations, and each popup and tab in a file of its own beside the first (\`run-2.webm\`). Without \`path\` it is \`videos/<session>-<time>.webm\`.
\`size\` is the video's; otherwise it is the viewport, scaled to fit into 800 x 800. \`annotate\` shows clicks, named keys and shortcuts (never what is typed). Each page that is loaded begins a chapter.
A page that is still costs nothing. What was filmed is on disk and playable at any time, also when the daemon dies; it then goes on in another file. Where secrets are registered there are
two pictures a second with the secrets covered, as in screenshots. Encoded as VP9 or VP8 by a hidden page of the browser, by ffmpeg where a browser has no encoder. Not in attached sessions. Calling it again begins a new video.`,
  input: z.object(videoShape),
  output: z.object({ ok: z.literal(true), session: z.string(), ...openedVideo.shape, replacedPrior: z.boolean(), hint: z.string(), tokensEstimate: z.number().optional() }),
  engines,
  examples: [{ path: "videos/run.webm", annotate: true }, {}],
  cli: { positional: ["path"] },
  run: async (context, wish) => {
    const { session } = context;
    refuseAttached(session);
    const prior = await session.parts.video.stop();
    const begun = await beginVideo(context, session, wish);
    return { ok: true as const, session: session.id, ...begun, replacedPrior: prior !== undefined, hint: "stop_video completes the file at once; so does close_session." };
  },
});

export const stopVideo = defineTool({
  name: "stop_video",
  family: "files",
  capability: "file-io",
  effect: "read",
  needs: "session",
  tells: "page",
  deadline: 30_000,
  summary: "End the session's video: its files are complete when this returns.",
  details: "`path` is the first page's, `videos` lists one for each page. `endedEarly` says why one stopped before (a full disk, a browser that went); what it had until then is playable.",
  input: z.object({}),
  output: z.object({
    ok: z.literal(true),
    session: z.string(),
    wasActive: z.literal(true),
    path: z.string(),
    pendingFinalize: z.literal(false),
    finalized: z.literal(true),
    finalizesOn: z.literal("stop_video"),
    videos: z.array(filmShape),
    hint: z.string(),
    warnings: z.array(z.string()).optional(),
    tokensEstimate: z.number().optional(),
  }),
  engines,
  examples: [{}],
  run: async ({ session, files, warn }) => {
    refuseAttached(session);
    const options = session.parts.video.options;
    const stopped = await session.parts.video.stop();
    if (!options || !stopped)
      throw new DroverError("not-found", `no video of session "${session.id}" is being made`, { hint: "start_video begins one, open_session({recordVideo:{}}) one from the start.", fields: { wasActive: false } });
    for (const problem of stopped.problems) warn(`A page was not filmed: ${problem}`);
    for (const { path: file, endedEarly } of stopped.films) {
      if (endedEarly !== undefined) warn(`${path.basename(file)} ended early: ${endedEarly}`);
      await files.settle({ kind: "video", session: session.id, path: file, chosen: path.dirname(file) !== files.workspace.path("videos") || sessionInName(path.basename(file)) === undefined });
    }
    return {
      ok: true as const,
      session: session.id,
      wasActive: true as const,
      path: options.path,
      pendingFinalize: false as const,
      finalized: true as const,
      finalizesOn: "stop_video" as const,
      videos: stopped.films,
      hint: `get_video({session:"${session.id}", format:"bytes"}) gives it inline when it is small.`,
    };
  },
});

export const getVideo = defineTool({
  name: "get_video",
  family: "files",
  capability: "file-io",
  effect: "read",
  needs: "daemon",
  tells: "page",
  concurrent: true,
  summary: "The latest video of a session, also of one that is closed: its path and size, or its bytes as base64.",
  details: "`format` is `path`, or `bytes` for its bytes too: up to 1 MiB as `videoBase64`, else `tooLargeToInline`. `path` names one of several. While a video is being made it is refused: stop_video or close_session completes it.",
  input: z.object({
    session: z.string().min(1).optional().describe("its id"),
    format: z.enum(["path", "bytes"]).optional(),
    path: z.string().min(1).optional().describe("of one of several"),
  }),
  output: z.object({
    ok: z.literal(true),
    session: z.string(),
    path: z.string(),
    bytes: z.number(),
    format: z.enum(["path", "bytes"]),
    videoBase64: z.string().optional(),
    tooLargeToInline: z.literal(true).optional(),
    hint: z.string(),
    tokensEstimate: z.number().optional(),
  }),
  engines,
  examples: [{ session: "checkout" }, { session: "checkout", format: "bytes" }],
  cli: { positional: ["path"], aliases: ["video"] },
  run: async ({ sessions, files, admission, usualSession }, { session: given, format = "path", path: chosen }) => {
    const id = given ?? usualSession();
    const plan = sessions.planOf(id);
    if (plan) admission.enters(plan, "session");
    const open = sessions.peek(id);
    if (open) refuseAttached(open);
    if (open?.parts.video.options)
      throw new DroverError("refused", `the video of session "${id}" is still being made`, { hint: "stop_video or close_session completes it; then ask again." });
    const made = await files.list({ kind: "video", session: id });
    const video = chosen === undefined ? made.toSorted((a, b) => b.modifiedAt - a.modifiedAt)[0] : made.find((each) => each.path === files.workspace.path(chosen));
    if (!video) throw new DroverError("not-found", `there is no video of session "${id}"`, { hint: "start_video makes one, or open_session({recordVideo:{}}); close_session or stop_video completes it." });
    const inline = format === "bytes" && video.bytes <= MAX_INLINE;
    return {
      ok: true as const,
      session: id,
      path: video.path,
      bytes: video.bytes,
      format,
      ...(inline && { videoBase64: readFileSync(video.path).toString("base64") }),
      ...(format === "bytes" && !inline && { tooLargeToInline: true as const }),
      hint: inline || format === "path" ? "Any browser plays it." : "It is too large to be in a result: read the file.",
    };
  },
});
