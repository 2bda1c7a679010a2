import { mayFail } from "../../../diagnosis/mayFail.ts";
import type { ExtractMiss, ExtractSchema } from "../../../page/see/api.ts";
import type { DaemonContext } from "../../context.ts";
import { requireFound } from "../../see/extractShapes.ts";
import { innerCall } from "../innerCall.ts";
import { type GettingWish, sessionFor } from "../scrape/getPage.ts";
import type { GotPage } from "../scrape/gotPage.ts";
import { documentOf } from "./extractSource.ts";

export interface SchemaWish extends GettingWish {
  schema: ExtractSchema;
  scope?: string;
}

interface Extracted {
  data: unknown;
  evidence: { selectorsUsed: string[]; partialMisses: ExtractMiss[] };
}

/** An address of nobody: the document that stands there reaches nothing. */
const NOWHERE = "https://document.invalid/";

/** By the code that `extract` has: in the tab where there is one, else in a page of the browser's that nobody sees, where nothing of the document runs. */
export async function bySchema(context: DaemonContext, source: GotPage, { schema, scope, ...wish }: SchemaWish): Promise<Extracted> {
  if (source.content.kind === "page" && source.content.live) {
    const { session, id } = source.content.live;
    const { data, evidence } = await innerCall(context, "extract", { session: session.id, page: id, schema, ...(scope !== undefined && { scope }) });
    const { selectorsUsed, partialMisses } = evidence as Extracted["evidence"];
    return { data, evidence: { selectorsUsed, partialMisses } };
  }
  const { html } = await documentOf(source);
  const session = await sessionFor(context, wish);
  const hidden = await session.context.hiddenPage();
  try {
    const frame = await hidden.visit(NOWHERE);
    const part = await frame.ask("extractFrom", { html, schema, testAttributes: context.config.testAttributes, ...(scope !== undefined && { scope }) });
    requireFound(part, scope);
    return { data: part.data, evidence: { selectorsUsed: part.selectorsUsed, partialMisses: part.misses } };
  } finally {
    await mayFail(hidden.close(), "a hidden page that is gone already needs no closing");
  }
}
