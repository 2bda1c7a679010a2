/** HTTP Archive 1.2, as far as Drover writes and reads it. */
import { z } from "zod";

const nameValue = z.object({ name: z.string(), value: z.string() });

const content = z.looseObject({
  size: z.number().optional(),
  mimeType: z.string().optional(),
  text: z.string().optional(),
  encoding: z.string().optional(),
  /** A file beside the archive that has the body, as Playwright writes it. */
  _file: z.string().optional(),
});

const entry = z.looseObject({
  startedDateTime: z.string().optional(),
  request: z.looseObject({
    method: z.string(),
    url: z.string(),
    headers: z.array(nameValue).default([]),
    postData: z.looseObject({ text: z.string().optional(), _file: z.string().optional() }).optional(),
  }),
  response: z.looseObject({
    status: z.number(),
    statusText: z.string().default(""),
    headers: z.array(nameValue).default([]),
    content: content.default({}),
  }),
});

export const harSchema = z.looseObject({ log: z.looseObject({ entries: z.array(entry) }) });

export type HarContent = z.infer<typeof content>;
/** An entry of an archive that somebody gave us. */
export type HarEntry = z.infer<typeof entry>;

export const harModes = ["full", "minimal"] as const;
export type HarMode = (typeof harModes)[number];

export const harContents = ["embed", "attach", "omit"] as const;
export type HarContentPolicy = (typeof harContents)[number];

export const harOptionsSchema = z.object({
  /** Absolute; `.zip` packs the archive and its bodies. */
  path: z.string(),
  mode: z.enum(harModes),
  content: z.enum(harContents),
  urlFilter: z.string().optional(),
  /** It was asked for when the session was opened. */
  fromStart: z.boolean().optional(),
});
