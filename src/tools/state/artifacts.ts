import { z } from "zod";
import { ARTIFACT_MAX_BYTES, ARTIFACT_MAX_ENTRIES, Artifacts } from "../../session/state/artifacts.ts";
import { DroverError } from "../../protocol/errors.ts";
import type { SessionContext } from "../context.ts";
import { defineTool } from "../defineTool.ts";
import { table } from "../text/table.ts";
import { warnings } from "../storage/shapes.ts";
import { stateTool } from "./shapes.ts";

const artifactsOf = ({ sessions, session }: SessionContext) => new Artifacts(sessions.home, session.id);

const name = z.string().min(1).describe("letters, digits, . _ -");
const encoding = z.enum(["utf8", "base64"]);

export const artifactSave = defineTool({
  ...stateTool,
  name: "artifact_save",
  capability: "action",
  effect: "write",
  summary: "Keep a text or binary payload under a name for as long as the session lives.",
  details: `Kept in the workspace under \`.artifacts/<session>/\` until the session is closed. At most ${ARTIFACT_MAX_ENTRIES} entries and ${ARTIFACT_MAX_BYTES / 1024 / 1024} MiB
a session; past that the oldest make room and a warning names them.`,
  input: z.object({ name, content: z.string(), encoding: encoding.optional() }),
  output: z.object({ ok: z.literal(true), name: z.string(), size: z.number(), mtime: z.number(), path: z.string(), warnings }),
  examples: [{ name: "scrape-page1.json", content: '{"rows":[]}' }],
  cli: { positional: ["name", "content"] },
  run: async (context, { name: given, content, encoding: form = "utf8" }) => {
    if (form === "base64" && !z.base64().safeParse(content).success)
      throw new DroverError("bad-input", "content is not valid base64", { hint: "Leave encoding out for text." });
    const { artifact, evicted } = artifactsOf(context).save(given, Buffer.from(content, form));
    if (evicted.length > 0) context.warn(`The session's artifacts were full; removed to make room: ${evicted.join(", ")}.`);
    return { ok: true as const, ...artifact };
  },
});

export const artifactGet = defineTool({
  ...stateTool,
  name: "artifact_get",
  capability: "read",
  effect: "read",
  summary: "Read a payload that artifact_save kept.",
  input: z.object({ name, encoding: encoding.optional() }),
  output: z.object({
    ok: z.literal(true),
    name: z.string(),
    content: z.string(),
    size: z.number(),
    mtime: z.number(),
    encoding,
  }),
  examples: [{ name: "scrape-page1.json" }],
  cli: { positional: ["name"] },
  verbatim: true,
  text: ({ content }, { reader }) => (reader === "agent" ? undefined : content),
  run: async (context, { name: given, encoding: form = "utf8" }) => {
    const { content, ...artifact } = artifactsOf(context).get(given);
    return { ok: true as const, ...artifact, content: content.toString(form), encoding: form };
  },
});

export const artifactList = defineTool({
  ...stateTool,
  name: "artifact_list",
  capability: "read",
  effect: "read",
  summary: "List the session's artifacts.",
  input: z.object({}),
  output: z.object({
    ok: z.literal(true),
    count: z.number(),
    artifacts: z.array(z.object({ name: z.string(), size: z.number(), mtime: z.number() })),
  }),
  examples: [{}],
  text: ({ artifacts }, style) => {
    if (style.reader === "agent") return undefined;
    if (artifacts.length === 0) return "This session has no artifacts.";
    return table(["SIZE", "SAVED", "NAME"], artifacts.map(({ name: each, size, mtime }) => [String(size), new Date(mtime).toISOString(), each]), style);
  },
  run: async (context) => {
    const artifacts = artifactsOf(context).list();
    return { ok: true as const, count: artifacts.length, artifacts };
  },
});
