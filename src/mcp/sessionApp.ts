import { readFile } from "node:fs/promises";
import { RESOURCE_MIME_TYPE } from "@modelcontextprotocol/ext-apps/server";
import { type ReadResourceResult, ResourceNotFoundError, type Tool } from "@modelcontextprotocol/server";
import { z } from "zod";
import { DroverError } from "../protocol/errors.ts";
import type { Outcome } from "../protocol/messages.ts";
import type { SessionViews } from "./sessionViews.ts";

export const SHOW_SESSION = "show_session";
/** The view's own tool: no model sees it, and no daemon knows of it. */
export const NEXT_PICTURE = "next_picture";

/** The live view, as an MCP App. */
export const viewResource = { uri: "ui://drover/session", name: "session", title: "A session, live", mimeType: RESOURCE_MIME_TYPE };

export const nextPicture: Tool = {
  name: NEXT_PICTURE,
  description: "The next picture of a session that is shown.",
  inputSchema: { type: "object", properties: { session: { type: "string" }, after: { type: "integer", description: "the number of the last one" } } },
  annotations: { readOnlyHint: true },
  _meta: { ui: { visibility: ["app"] } },
};

const inputShape = z.object({ session: z.string().optional(), after: z.int().default(0) });
const shownShape = z.object({ session: z.string() });

const sessionOf = ({ session }: Record<string, unknown>): string | undefined => (typeof session === "string" ? session : undefined);

export function openView(views: SessionViews, input: Record<string, unknown>, { data }: Outcome): void {
  views.open(sessionOf(input), shownShape.parse(data).session);
}

export async function viewOf(views: SessionViews, input: Record<string, unknown>, signal: AbortSignal): Promise<Outcome> {
  const { success, data, error } = inputShape.safeParse(input);
  if (!success) throw new DroverError("bad-input", z.prettifyError(error), { hint: `${NEXT_PICTURE} is the view's own; look with screenshot.` });
  return views.next(data.session, data.after, signal);
}

export async function readView(uri: string, file: string): Promise<ReadResourceResult> {
  if (uri !== viewResource.uri) throw new ResourceNotFoundError(uri);
  return { contents: [{ uri, mimeType: RESOURCE_MIME_TYPE, text: await readFile(file, "utf8") }] };
}
