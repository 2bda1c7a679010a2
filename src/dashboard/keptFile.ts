import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import type { DaemonClient } from "../client/daemonClient.ts";
import type { FileGetOutput } from "../generated/sdkTools.ts";

/** What a browser shows by itself and cannot run. Everything else is saved. */
const shown: Record<string, string> = {
  ".webm": "video/webm",
  ".mp4": "video/mp4",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".webp": "image/webp",
  ".gif": "image/gif",
  ".txt": "text/plain; charset=utf-8",
  ".md": "text/plain; charset=utf-8",
  ".json": "text/plain; charset=utf-8",
  ".har": "text/plain; charset=utf-8",
  ".pdf": "application/pdf",
};

/** They hold credentials. */
const secretKinds = new Set(["login", "state", "profile"]);

/** A report is a page of ours with pictures of others': it has an origin of its own, which reaches nothing. */
const REPORT_POLICY = "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; media-src data: blob:; font-src data:";

/** Sends one of the files that tools made, with ranges for players. */
export async function sendKeptFile(client: DaemonClient, id: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { ok, data } = await client.call("file_get", { file: id, pathOnly: true });
  const file = data as FileGetOutput;
  if (!ok || secretKinds.has(file.kind) || file.files !== undefined || file.id !== id) return refuse(response, 404);
  const { size } = await stat(file.path);
  const extension = path.extname(file.path).toLowerCase();
  const isReport = file.kind === "report" && extension === ".html";
  const type = isReport ? "text/html; charset=utf-8" : shown[extension];
  response.setHeader("content-security-policy", isReport ? REPORT_POLICY : "sandbox; default-src 'none'");
  response.setHeader("content-type", type ?? "application/octet-stream");
  response.setHeader("content-disposition", `${type ? "inline" : "attachment"}; filename*=UTF-8''${encodeURIComponent(path.basename(file.path))}`);
  response.setHeader("accept-ranges", "bytes");
  const range = rangeOf(request.headers.range, size);
  if (range === "bad") return refuse(response, 416);
  const { start, end } = range ?? { start: 0, end: size - 1 };
  if (range) response.setHeader("content-range", `bytes ${start}-${end}/${size}`);
  response.setHeader("content-length", Math.max(0, end - start + 1));
  response.writeHead(range ? 206 : 200);
  if (request.method === "HEAD" || size === 0) return void response.end();
  const stream = createReadStream(file.path, { start, end });
  // The file may be pruned meanwhile, the player may go elsewhere.
  stream.once("error", () => response.destroy());
  response.once("close", () => stream.destroy());
  stream.pipe(response);
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8" }).end(status === 404 ? "There is no such file.\n" : "That part is not in the file.\n");
}

function rangeOf(header: string | undefined, size: number): { start: number; end: number } | "bad" | undefined {
  const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (from === "" && to === "") return undefined;
  const start = from === "" ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1);
  return start <= end ? { start, end } : "bad";
}
