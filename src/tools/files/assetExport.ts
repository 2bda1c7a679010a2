import { existsSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { mayFail } from "../../diagnosis/mayFail.ts";
import { AssetNames } from "../../files/assetNames.ts";
import type { FilePlace } from "../../files/fileStore.ts";
import { DroverError, isDroverError } from "../../protocol/errors.ts";
import { ResourceReader } from "../../session/capture/resourceReader.ts";
import type { NetworkEntry } from "../../session/networkLog.ts";
import type { SessionPage } from "../../session/sessionPage.ts";
import type { SessionContext } from "../context.ts";
import { defineTool } from "../defineTool.ts";
import { regularExpression } from "../regularExpression.ts";
import { exportDeadline } from "./exportShapes.ts";

const MiB = 1024 * 1024;
const counts = { usual: 10_000, most: 50_000 };
const sizes = { usual: 500 * MiB, most: 2048 * MiB };
const MANIFEST = "_manifest.json";
const NAMED = 20;

const saved = z.object({ url: z.string(), mime: z.string().optional(), status: z.number().optional(), sizeBytes: z.number(), savedAs: z.string() });

const filterInput = z.object({
  mime: z.array(z.string().min(1)).optional().describe('parts of the content type: "image/"'),
  urlPattern: z.string().min(1).optional().describe("regular expression"),
  minBytes: z.int().min(0).optional(),
  maxBytes: z.int().min(0).optional(),
  status: z.array(z.int()).optional(),
});

export const assetExport = defineTool({
  name: "asset_export",
  family: "files",
  capability: "file-io",
  effect: "read",
  needs: "session",
  tells: "page",
  deadline: exportDeadline,
  summary: "Save what pages of this session have loaded (pictures, fonts, scripts, media …), by type, address, size or status.",
  details: `Looks through the session's last requests, as network_read does. \`filter\`: any of \`mime\` is part of the content type, \`urlPattern\` (case does not matter) is found in the address, \`minBytes\` and \`maxBytes\` bound
what came over the wire where that is known, \`status\` (200 to 299 unless given). Files are in \`intoDir\`, else \`assets/<session>-<time>/\`, under the last part of their address, cleaned; names that collide get \`-1\`, \`-2\` …; \`${MANIFEST}\` lists them.
At most \`maxCount\` files (${counts.usual}, never more than ${counts.most}) and \`maxBytes\` bytes (500 MiB, never more than 2 GiB). Bodies come from the browser; one that it no longer has is fetched again, in the page, and
where its rules forbid that, by the browser (Chromium). What cannot be had is counted in \`droppedCount\` and named in \`warnings\`. Bodies are saved as they came: they may carry credentials.`,
  input: z.object({
    filter: filterInput,
    intoDir: z.string().min(1).optional(),
    maxCount: z.int().positive().optional(),
    maxBytes: z.int().positive().optional(),
  }),
  output: z.object({
    ok: z.literal(true),
    intoDir: z.string(),
    totalCount: z.number(),
    matchedCount: z.number(),
    persistedCount: z.number(),
    droppedCount: z.number(),
    manifest: z.array(saved),
    warnings: z.array(z.string()),
    tokensEstimate: z.number().optional(),
  }),
  engines: { chromium: "full", firefox: { partial: "what the browser has dropped is fetched in the page only, as far as its rules allow" } },
  examples: [{ filter: { mime: ["image/"], minBytes: 10_000 }, intoDir: "assets/hero-images" }, { filter: { urlPattern: "\\.(woff2?|ttf|otf)$" } }],
  cli: { positional: ["intoDir"] },
  run: async (context, { filter, intoDir: chosen, maxCount = counts.usual, maxBytes = sizes.usual }) => {
    const { session, files, signal } = context;
    const wanted = matcher(filter);
    const entries = session.parts.network.entries.toArray();
    const matched = once(entries.filter(wanted));
    const place = files.folder("asset", { session: session.id, chosen });
    const folder = new AssetFolder(context, place, { maxCount: Math.min(maxCount, counts.most), maxBytes: Math.min(maxBytes, sizes.most) });
    for (const entry of matched) {
      signal.throwIfAborted();
      await folder.add(entry);
    }
    const { manifest, dropped } = folder;
    await files.writeBytesInto(place, MANIFEST, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
    await files.settle(place);
    return {
      ok: true as const,
      intoDir: place.path,
      totalCount: entries.length,
      matchedCount: matched.length,
      persistedCount: manifest.length,
      droppedCount: dropped.length,
      manifest,
      warnings: [
        ...dropped.slice(0, NAMED).map(({ url, why }) => `Left out: ${url} (${why}).`),
        ...(dropped.length > NAMED ? [`${dropped.length - NAMED} more were left out.`] : []),
      ],
    };
  },
});

/** A response that came twice is one file. */
const once = (entries: NetworkEntry[]): NetworkEntry[] => [...new Map(entries.map((entry) => [entry.url, entry])).values()];

function matcher({ mime = [], urlPattern, minBytes = 0, maxBytes = Infinity, status }: z.infer<typeof filterInput>): (entry: NetworkEntry) => boolean {
  const pattern = urlPattern === undefined ? undefined : regularExpression(urlPattern, "i");
  const types = mime.map((each) => each.toLowerCase());
  return ({ url, response, bytes }) => {
    if (!response || /^(?:data|blob|about|chrome):/.test(url)) return false;
    if (status ? !status.includes(response.status) : response.status < 200 || response.status > 299) return false;
    if (types.length > 0 && !types.some((type) => typeOf(response).includes(type))) return false;
    if (bytes !== undefined && (bytes < minBytes || bytes > maxBytes)) return false;
    return pattern?.test(url) ?? true;
  };
}

const typeOf = ({ headers, mimeType }: NonNullable<NetworkEntry["response"]>): string =>
  (Object.entries(headers).find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? mimeType).toLowerCase();

/** The folder of an export while it fills. */
class AssetFolder {
  readonly manifest: z.infer<typeof saved>[] = [];
  readonly dropped: { url: string; why: string }[] = [];
  readonly #context: SessionContext;
  readonly #place: FilePlace;
  readonly #names: AssetNames;
  readonly #readers = new Map<SessionPage, ResourceReader>();
  readonly #caps: { maxCount: number; maxBytes: number };
  #bytes = 0;

  constructor(context: SessionContext, place: FilePlace, caps: { maxCount: number; maxBytes: number }) {
    this.#context = context;
    this.#place = place;
    this.#caps = caps;
    this.#names = new AssetNames((name) => name === MANIFEST || existsSync(path.join(place.path, name)));
  }

  async add(entry: NetworkEntry): Promise<void> {
    const { url, response } = entry;
    const { maxCount, maxBytes } = this.#caps;
    if (this.manifest.length >= maxCount) return this.#drop(url, `over the cap of ${maxCount} files (maxCount)`);
    const left = maxBytes - this.#bytes;
    try {
      const { bytes } = await this.#read(entry, left);
      if (bytes.length > left) throw new DroverError("too-large", "it is larger than what is left");
      const mime = response?.mimeType;
      const savedAs = this.#names.nameFor(url, mime);
      await this.#context.files.writeBytesInto(this.#place, savedAs, bytes);
      this.#bytes += bytes.length;
      this.manifest.push({ url, ...(mime && { mime }), ...(response && { status: response.status }), sizeBytes: bytes.length, savedAs });
    } catch (thrown) {
      if (!isDroverError(thrown) || thrown.code === "not-writable") throw thrown;
      this.#drop(url, thrown.code === "too-large" ? `over the cap of ${maxBytes} bytes (maxBytes)` : thrown.message);
    }
  }

  async #read(entry: NetworkEntry, left: number): Promise<{ bytes: Buffer }> {
    const { network } = this.#context.session.parts;
    const there = (entry.bodyBytes ?? 0) <= left ? await mayFail(network.responseBody(entry), "the browser drops bodies soon") : undefined;
    if (there) return { bytes: Buffer.from(there.body, there.base64Encoded ? "base64" : "utf8") };
    const page = this.#context.session.pages().find(({ id }) => id === entry.pageId);
    if (!page) throw new DroverError("not-found", "its page is closed");
    const reader = this.#readers.get(page) ?? new ResourceReader(page);
    this.#readers.set(page, reader);
    return reader.read(page.engine.mainFrame, entry.url, left);
  }

  #drop(url: string, why: string): void {
    this.dropped.push({ url, why });
  }
}
