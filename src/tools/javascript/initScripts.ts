import vm from "node:vm";
import { z } from "zod";
import { DroverError } from "../../protocol/errors.ts";
import type { Session } from "../../session/session.ts";
import type { DaemonContext } from "../context.ts";
import { defineTool } from "../defineTool.ts";

const MAX_SOURCE = 1_000_000;
const source = z.string().min(1).max(MAX_SOURCE);

/** open_session's argument. Who may not evaluate may not do it in every document either. */
export const initScriptsShape = { initScripts: z.array(source).max(50).optional().describe("JavaScript for every document") };

/** Reads what a session is opened with; what comes back installs it before the session has been anywhere. */
export function readInitScripts({ require }: DaemonContext, scripts: readonly string[] = []): (session: Session) => Promise<void> {
  if (scripts.length > 0) require("eval", "initScripts");
  for (const script of scripts) checkSyntax(script);
  return async ({ parts }) => {
    for (const script of scripts) await parts.initScripts.add(script);
  };
}

/** It is the body of a function in each document: what does not parse would fail there, where nobody sees it. */
function checkSyntax(script: string): void {
  try {
    void new vm.Script(`(() => {\n${script}\n})`);
  } catch (cause) {
    throw new DroverError("bad-input", `the init script does not parse: ${(cause as Error).message}`, { cause, hint: "It is a script, not a module: no import, no top-level await." });
  }
}

const scriptOutput = z.object({ ok: z.literal(true), initScripts: z.array(z.string()) });

export const addInitScript = defineTool({
  name: "add_init_script",
  family: "javascript",
  capability: "eval",
  effect: "write",
  needs: "session",
  tells: "own",
  summary: "Run JavaScript in every document of the session before the document's own, in frames, popups and tabs to come.",
  details: `It runs in the page's world, as the body of a function: what later code is to see goes on \`window\`. Under a \`name\` that is taken it replaces what was there. Open documents are left
as they are unless \`now: true\`. It outlives the daemon, as the session does. Workers do not run it. \`open_session({initScripts})\` and \`drover open --init-script @file\` begin with some.`,
  input: z.object({ source, name: z.string().min(1).max(100).optional(), now: z.boolean().optional().describe("in open documents too") }),
  output: scriptOutput.extend({ name: z.string() }),
  engines: { chromium: "full", firefox: { partial: "the first document of a popup may be faster than the script" } },
  examples: [{ source: "window.isTest = true" }, { name: "no-ads", source: "window.ads = null", now: true }],
  cli: { positional: ["source"] },
  run: async ({ session }, { source: script, name, now }) => {
    checkSyntax(script);
    const given = await session.parts.initScripts.add(script, name, now);
    return { ok: true as const, name: given, initScripts: session.parts.initScripts.names };
  },
});

export const removeInitScript = defineTool({
  name: "remove_init_script",
  family: "javascript",
  capability: "eval",
  effect: "write",
  needs: "session",
  tells: "own",
  summary: "Take an init script back, or all of them; documents that ran it stay as they are.",
  input: z.object({ name: z.string().min(1).optional() }),
  output: scriptOutput.extend({ removed: z.array(z.string()) }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{ name: "no-ads" }, {}],
  cli: { positional: ["name"] },
  run: async ({ session }, { name }) => {
    const { initScripts } = session.parts;
    if (name !== undefined && !initScripts.names.includes(name))
      throw new DroverError("not-found", `there is no init script "${name}"`, { hint: initScripts.names.length > 0 ? `There are ${initScripts.names.join(", ")}.` : "The session has none." });
    return { ok: true as const, removed: initScripts.remove(name), initScripts: initScripts.names };
  },
});
