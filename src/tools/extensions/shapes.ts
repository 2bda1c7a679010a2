import { z } from "zod";

const identity = { id: z.string(), name: z.string(), version: z.string(), path: z.string() };

export const extensionFacts = z.object({ ...identity, enabled: z.boolean() });

export const id = z.string().min(1).describe("ext-… from extensions_install or extensions_list");

/** What installing and reloading answer. */
export const installedOutput = z.object({
  ok: z.literal(true),
  session: z.string(),
  installed: z.object(identity),
  loaded: z.array(extensionFacts),
  note: z.string(),
  tokensEstimate: z.number().optional(),
});

/** Browsers that take extensions only as they start have to end and start for it. */
export const DEADLINE_MS = 60_000;

export const engines = { chromium: "full", firefox: { partial: "loaded until Firefox ends; its worker, popup and commands cannot be reached" } } as const;
