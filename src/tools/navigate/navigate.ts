import { z } from "zod";
import { DroverError } from "../../protocol/errors.ts";
import { defineTool } from "../defineTool.ts";
import { checkedUrl } from "./checkedUrl.ts";

export const navigate = defineTool({
  name: "navigate",
  family: "navigate",
  capability: "navigation",
  effect: "write",
  needs: "page",
  core: true,
  batch: true,
  summary: "Go to a URL.",
  input: z.object({ url: z.string().min(1) }),
  output: z.object({ ok: z.literal(true), url: z.string(), title: z.string() }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{ url: "https://example.com/" }],
  cli: { positional: ["url"], aliases: ["goto"] },
  run: async (context, { url }) => {
    const { page } = context;
    const target = checkedUrl(context, url);
    const loaded = new Promise<void>((resolve) => {
      const done = ({ frame }: { frame: unknown }) => {
        if (frame !== page.engine.mainFrame) return;
        page.engine.events.off("load", done);
        resolve();
      };
      page.engine.events.on("load", done);
    });
    const outcome = await page.engine.navigate(target.href);
    if (outcome.errorText)
      throw new DroverError("navigation-failed", `${target.href} could not be loaded: ${outcome.errorText}`, {
        failure: { source: "app", hint: "The address did not answer as a page." },
      });
    if (outcome.newDocument) await loaded;
    return { ok: true as const, url: page.url, title: page.title };
  },
});
