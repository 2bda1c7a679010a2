import { z } from "zod";
import { DroverError } from "../../../protocol/errors.ts";
import { isAt, pathOf, present, type Vertical, wordsOfHtml } from "./vertical.ts";

const track = z.object({ baseUrl: z.string(), languageCode: z.string(), kind: z.string().optional(), name: z.object({ simpleText: z.string().optional(), runs: z.array(z.object({ text: z.string() })).optional() }).optional() });
const player = z.object({
  playabilityStatus: z.object({ status: z.string(), reason: z.string().optional() }).optional(),
  videoDetails: z.object({ videoId: z.string(), title: z.string(), author: z.string().optional(), lengthSeconds: z.string().optional(), shortDescription: z.string().optional(), viewCount: z.string().optional() }).optional(),
  captions: z.object({ playerCaptionsTracklistRenderer: z.object({ captionTracks: z.array(track).optional() }).optional() }).optional(),
});
const words = z.object({ events: z.array(z.object({ tStartMs: z.number().optional(), segs: z.array(z.object({ utf8: z.string().optional() })).optional() })) });

export const youtube: Vertical = {
  name: "youtube",
  about: "Videos of YouTube: what they are about and what is said in them.",
  matches: (url) => videoOf(url) !== undefined,
  extract: async (url, web) => {
    const id = videoOf(url) ?? "";
    const { videoDetails: about, captions, playabilityStatus } = playerIn(await web.text(`https://www.youtube.com/watch?v=${encodeURIComponent(id)}&hl=en`));
    if (!about) throw new DroverError("not-found", `the video ${id} is not shown: ${playabilityStatus?.reason ?? "the page says nothing of it"}`, { failure: { source: "app" }, hint: "mode=browser with a session that is logged in may get it." });
    const tracks = captions?.playerCaptionsTracklistRenderer?.captionTracks ?? [];
    const wanted = url.searchParams.get("hl") ?? "en";
    // Written by people first, and in the language that was asked for.
    const [chosen] = tracks.toSorted((a, b) => rank(a, wanted) - rank(b, wanted));
    const lines = chosen ? linesIn(await web.text(withFormat(chosen.baseUrl))) : [];
    return {
      kind: "video",
      id: about.videoId,
      title: about.title,
      ...present({ author: about.author, description: about.shortDescription }),
      ...(about.lengthSeconds && { seconds: Number(about.lengthSeconds) }),
      ...(about.viewCount && { views: Number(about.viewCount) }),
      languages: tracks.map(({ languageCode, kind }) => (kind === "asr" ? `${languageCode} (automatic)` : languageCode)),
      ...(chosen && lines.length === 0 && { noTranscript: "YouTube gives its words to its own player alone: mode=browser with a sessionId may get them." }),
      ...(chosen && lines.length > 0 && { language: chosen.languageCode, transcript: lines.map(({ at, text }) => `[${clock(at)}] ${text}`).join("\n") }),
    };
  },
};

function videoOf(url: URL): string | undefined {
  if (isAt(url, "youtu.be")) return pathOf(url)[0];
  if (!isAt(url, "youtube.com") && !isAt(url, "youtube-nocookie.com")) return undefined;
  const [first, second] = pathOf(url);
  return first === "watch" ? (url.searchParams.get("v") ?? undefined) : ["shorts", "embed", "live", "v"].includes(first ?? "") ? second : undefined;
}

/** The page has it as a value of a script. */
function playerIn(html: string): z.output<typeof player> {
  const start = html.search(/ytInitialPlayerResponse\s*=\s*\{/);
  const from = html.indexOf("{", start);
  if (start < 0) return {};
  return player.parse(JSON.parse(html.slice(from, endOfObject(html, from))));
}

function endOfObject(text: string, from: number): number {
  let depth = 0;
  let quoted = false;
  for (let at = from; at < text.length; at++) {
    const sign = text[at];
    if (quoted) {
      if (sign === "\\") at++;
      else if (sign === '"') quoted = false;
    } else if (sign === '"') quoted = true;
    else if (sign === "{") depth++;
    else if (sign === "}" && --depth === 0) return at + 1;
  }
  return text.length;
}

const rank = ({ languageCode, kind }: z.output<typeof track>, wanted: string): number => (languageCode.startsWith(wanted) ? 0 : 2) + (kind === "asr" ? 1 : 0);

function withFormat(base: string): string {
  const url = new URL(base, "https://www.youtube.com");
  url.searchParams.set("fmt", "json3");
  return url.href;
}

/** As JSON, as it was asked for; as XML, as some are answered all the same; or nothing, for those whom the site takes for a program. */
function linesIn(body: string): Line[] {
  if (body.trim() === "") return [];
  if (!body.trimStart().startsWith("<")) return linesOf(words.parse(JSON.parse(body)));
  return [...body.matchAll(/<(?:text start|p t)="([\d.]+)"[^>]*>([\s\S]*?)<\/(?:text|p)>/g)].flatMap(([tag, start = "0", inner = ""]) => {
    const text = wordsOfHtml(wordsOfHtml(inner)).replaceAll(/\s+/g, " ");
    return text ? [{ at: Number(start) * (tag.startsWith("<text") ? 1000 : 1), text }] : [];
  });
}

interface Line {
  /** In milliseconds. */
  at: number;
  text: string;
}

const linesOf = ({ events }: z.output<typeof words>): Line[] =>
  events.flatMap(({ tStartMs = 0, segs = [] }) => {
    const text = segs.map(({ utf8 = "" }) => utf8).join("").replaceAll(/\s+/g, " ").trim();
    return text ? [{ at: tStartMs, text }] : [];
  });

function clock(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, "0"));
  return seconds >= 3600 ? `${Math.floor(seconds / 3600)}:${parts.join(":")}` : parts.join(":");
}
