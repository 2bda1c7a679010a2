/** `drover mcp`. A bundle of its own: an agent waits for its server, which needs nothing else of the command line. */
import path from "node:path";
import { resolveHome, type Home } from "../config/home.ts";
import { requireCompiled } from "../daemon/compiled.ts";
import { attempt } from "../diagnosis/mayFail.ts";

interface McpBundle {
  main(argv: string[], headStart: (home: Home, session: { id: string }) => Promise<void>): Promise<void>;
}

/** By then an agent has had its first answers. */
const AT_REST_MS = 5_000;

export async function serveAgent(words: string[]): Promise<number> {
  const { exports, fromCache, save } = requireCompiled<McpBundle>(path.join(import.meta.dirname, "mcp.cjs"), path.join(resolveHome().dir, "mcp.cjs.v8"));
  if (!fromCache) setTimeout(() => attempt(save, "it only takes longer to start"), AT_REST_MS).unref();
  await exports.main(words, async (home, session) => (await import("./machine/headStart.ts")).headStart(home, session));
  return 0;
}
