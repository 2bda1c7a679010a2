import path from "node:path";
import type { CommandArgument } from "../protocol/toolSurfaces.ts";
import { wrongUsage } from "./values.ts";

const kindsByEnding: Record<string, string> = { ".png": "png", ".jpg": "jpeg", ".jpeg": "jpeg" };

const kindOf = (file: string): string | undefined => kindsByEnding[path.extname(file).toLowerCase()];

/** Does the command make pictures of a kind that can be chosen? */
export const makesPictures = (args: Record<string, CommandArgument>): boolean => args["format"]?.choices?.includes("jpeg") ?? false;

/**
 * Where a picture goes and of which kind it is. A file's ending decides the kind, a file that was named for the other one is
 * refused, and the last file is taken again only where it fits.
 */
export function pictureFile(given: string | undefined, last: string | undefined, format: unknown): { output?: string; format?: string } {
  const wanted = typeof format === "string" ? format : undefined;
  const fits = (file: string) => wanted === undefined || (kindOf(file) ?? wanted) === wanted;
  if (given !== undefined && !fits(given))
    throw wrongUsage(`${given} is named as a ${kindOf(given)} picture, and --format says ${wanted}`, "Leave --format out, or name the file otherwise.");
  const output = given ?? (last !== undefined && fits(last) ? last : undefined);
  const kind = wanted ?? (output === undefined ? undefined : kindOf(output));
  return { ...(output !== undefined && { output }), ...(kind !== undefined && { format: kind }) };
}
