import { z } from "zod";
import { DroverError, isDroverError } from "../../protocol/errors.ts";
import type { ImagePart } from "../../protocol/messages.ts";
import { requireInnerTools } from "../compose/innerCall.ts";
import type { SessionContext } from "../context.ts";
import { defineTool, withImages } from "../defineTool.ts";
import { runInSandbox } from "./sandbox/runInSandbox.ts";

const DEADLINE_MS = 60_000;
const MAX_CALLS = 500;
const MAX_CODE = 200_000;
const MAX_IMAGES = 10;

export const runCode = defineTool({
  name: "run_code",
  family: "javascript",
  capability: "eval",
  effect: "write",
  needs: "session",
  tells: "page",
  batch: false,
  deadline: ({ timeoutMs = DEADLINE_MS }) => timeoutMs,
  summary: "Run a script of your own that calls tools in loops and branches: await session.click({…}); return what you want to know.",
  details: `\`session\` has a method for each tool that \`batch\` may call, named as in the library (\`session.waitFor({…})\`); each takes the tool's input and gives its answer, or throws a \`ToolError\`
(\`code\`, \`hint\`, \`data\`). Each call passes its own gate, as if it had been made directly. The script is an expression, a function \`(session, args) => …\` or statements with \`return\`; \`await\` works, and what it returns must be
JSON. \`console.log\` comes back as \`printed\` (200 lines). It runs in an interpreter of its own (QuickJS), with 64 MB, without Node, files, network, timers or environment: to act in the page use \`session.evalJs\`.
At most ${MAX_CALLS} calls, and 60 s unless \`timeoutMs\` says otherwise.`,
  input: z.object({ code: z.string().min(1).max(MAX_CODE), args: z.unknown().optional().describe("JSON, as `args`"), timeoutMs: z.number().positive().optional().describe("60000") }),
  output: z.object({ ok: z.literal(true), value: z.unknown().optional(), calls: z.number(), printed: z.array(z.string()).optional(), warnings: z.array(z.string()).optional() }),
  engines: { chromium: "full", firefox: "full" },
  examples: [
    { code: 'for (const name of ["Ada", "Grace"]) { await session.fill({ selector: "#name", value: name }); await session.click({ selector: "#add" }); } return (await session.snapshot()).text' },
    { code: "async (session, { url }) => (await session.navigate({ url })).title", args: { url: "https://example.com" } },
  ],
  cli: { positional: ["code"] },
  text: ({ value, printed = [] }, { reader }) => (reader === "agent" ? undefined : [...printed, typeof value === "string" ? value : JSON.stringify(value, undefined, 2)].join("\n")),
  run: async (context, { code, args }) => {
    const images: ImagePart[] = [];
    let calls = 0;
    const call = async (tool: string, input: Record<string, unknown>) => {
      if (++calls > MAX_CALLS) return { ok: false, data: new DroverError("refused", `a script may make ${MAX_CALLS} calls`).toResult() };
      const outcome = await callInner(context, tool, input);
      images.push(...(outcome.images ?? []).slice(0, MAX_IMAGES - images.length));
      return outcome;
    };
    const ended = await runInSandbox({ code, args }, call, context.signal);
    const printed = ended.printed.length > 0 ? { printed: ended.printed } : {};
    if ("failed" in ended) throw new DroverError("script-error", ended.failed.message, { hint: "Calls that it made before have happened.", fields: { calls, ...printed, ...(ended.failed.stack && { stack: ended.failed.stack }) } });
    return withImages({ ok: true as const, value: ended.value, calls, ...printed }, images);
  },
});

async function callInner(context: SessionContext, tool: string, input: Record<string, unknown>): Promise<{ ok: boolean; data: unknown; images?: ImagePart[] }> {
  try {
    await requireInnerTools(context, "run_code", [{ tool, args: input }]);
    return await context.call(tool, input);
  } catch (thrown) {
    if (isDroverError(thrown) && !context.signal.aborted) return { ok: false, data: thrown.toResult() };
    throw thrown;
  }
}
