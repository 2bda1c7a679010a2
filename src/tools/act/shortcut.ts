import { z } from "zod";
import { aimOnce } from "../../session/action/aim.ts";
import { readyWait } from "../../session/action/patience.ts";
import { offerForPaste } from "../../session/clipboard.ts";
import { holds, parseChord, pressChord, type Chord } from "../../session/keyboard.ts";
import { namesElement, oneElement } from "../../session/elementTarget.ts";
import type { PageContext } from "../context.ts";
import { defineTool } from "../defineTool.ts";
import { elementInput } from "./actionInput.ts";
import { keysOfFirefox } from "./press.ts";

export const shortcut = defineTool({
  name: "shortcut",
  family: "act",
  capability: "action",
  effect: "write",
  needs: "page",
  tells: "page",
  batch: true,
  summary: "Press one or more chords and learn whether the app reacted.",
  details: `\`keys\` is a chord ("Control+C") or several in order. \`events\` lists the keydown, copy, cut and paste events that came, with
\`defaultPrevented\`; \`handled\` is true when one of the last three fired or the app prevented a key's default. With the
capability \`clipboard\` the session has a clipboard of its own: a copy is remembered, and a paste offers it to the page.`,
  input: z.object({ keys: z.union([z.string().min(1), z.array(z.string().min(1)).min(1).max(50)]), ...elementInput }),
  output: z.object({
    ok: z.literal(true),
    keys: z.array(z.string()),
    activeElement: z.string(),
    events: z.array(z.object({ type: z.string(), key: z.string().optional(), defaultPrevented: z.boolean(), target: z.string() })),
    handled: z.boolean(),
    clipboard: z.object({ text: z.string(), osSync: z.boolean() }).optional(),
    clipboardNote: z.string().optional(),
    warnings: z.array(z.string()).optional(),
    tokensEstimate: z.number().optional(),
  }),
  engines: { chromium: "full", firefox: { partial: keysOfFirefox } },
  examples: [{ keys: "Control+K" }, { keys: ["Control+A", "Control+C"], ref: "e4" }],
  cli: { positional: ["keys"] },
  run: async (context, { keys, ...input }) => {
    const { page } = context;
    const names = Array.isArray(keys) ? keys : [keys];
    const chords = names.map(parseChord);
    const aimed = namesElement(input) ? await aimOnce(page, oneElement(input), { ready: "focus", waitMs: readyWait(context) }) : undefined;
    const frame = aimed?.frame ?? page.engine.mainFrame;
    if (aimed) await frame.ask("focus", { target: aimed.target });
    await frame.ask("listenForKeys", null);
    const offered = await pressAll(context, frame, chords);
    const { activeElement, events, cut, copied } = await frame.ask("keysHeard", null);
    const handled = events.some((event) => event.type !== "keydown" || event.defaultPrevented);
    const warnings = cut ? [`Only the first ${events.length} events are told; ${cut} more came.`] : [];
    return { ok: true as const, keys: names, activeElement, events, handled, ...(warnings.length > 0 && { warnings }), ...clipboardReport(context, copied, offered) };
  },
});

type Frame = PageContext["page"]["engine"]["mainFrame"];

const isPaste = (chord: Chord) => /^(?:key)?v$/i.test(chord.key) && (holds(chord, "Control") || holds(chord, "Meta"));

/** Returns what was offered to a paste. */
async function pressAll({ page, session, client }: PageContext, frame: Frame, chords: Chord[]): Promise<string | undefined> {
  let offered: string | undefined;
  for (const chord of chords) {
    const text = client.capabilities.has("clipboard") && isPaste(chord) ? session.parts.clipboard.text : undefined;
    if (text !== undefined) {
      await frame.ask("hearKeys", { deaf: true });
      if (await offerForPaste(frame, text)) offered = text;
      await frame.ask("hearKeys", { deaf: false });
    }
    await pressChord(page.engine.input, chord);
  }
  return offered;
}

function clipboardReport({ session, client }: PageContext, copied: string | undefined, offered: string | undefined) {
  if (!client.capabilities.has("clipboard")) return {};
  if (copied !== undefined) session.parts.clipboard.text = copied;
  const text = copied ?? offered;
  if (text === undefined) return {};
  const osSync = !session.plan.headless;
  return { clipboard: { text, osSync }, ...(!osSync && { clipboardNote: "A headless browser keeps a clipboard of its own; the system's is untouched." }) };
}
