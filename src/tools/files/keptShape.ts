import path from "node:path";
import { z } from "zod";
import { fileKinds } from "../../files/fileKinds.ts";
import type { KeptFile } from "../../files/keptFile.ts";
import type { TextStyle } from "../defineTool.ts";
import { table } from "../text/table.ts";

export const kind = z.enum(fileKinds);

export const keptShape = z.object({
  id: z.string(),
  kind,
  path: z.string(),
  bytes: z.number(),
  files: z.number().optional(),
  modifiedAt: z.string(),
  session: z.string().optional(),
});

type Told = z.output<typeof keptShape>;

export const told = ({ chosen: _chosen, modifiedAt, ...facts }: KeptFile): Told => ({ ...facts, modifiedAt: new Date(modifiedAt).toISOString() });

export const sumOf = (files: readonly { bytes: number }[]): number => files.reduce((sum, { bytes }) => sum + bytes, 0);

export function keptTable(files: readonly Told[], workspace: string, style: TextStyle): string {
  const rows = files.map((each) => [each.id, each.kind, sizeText(each.bytes), each.modifiedAt.slice(0, 16).replace("T", " "), path.relative(workspace, each.path) + (each.files === undefined ? "" : `${path.sep}  (${each.files} files)`)]);
  return table(["ID", "KIND", "SIZE", "MADE (UTC)", "PATH"], rows, style);
}

const units = ["B", "KB", "MB", "GB"];

export function sizeText(bytes: number): string {
  const unit = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const amount = bytes / 1000 ** unit;
  return `${unit > 0 && amount < 10 ? amount.toFixed(1) : Math.round(amount)} ${units[unit]}`;
}
