import { type DroverServer, startDrover } from "../drivers/drover.ts";
import { type Effect, effectButton, effectNames, effects, shownText } from "../pages/effects.ts";
import { type Bench, type Measurement, type Part, messageOf, timed } from "./part.ts";

export const inEngine = { chromium: "Drover, Chromium", firefox: "Drover, Firefox" } as const;
type Engine = keyof typeof inEngine;

const CLICKS = 100;
const QUICK_CLICKS = 10;
const session = "effects";

/** Each effect in turn, so that what else the machine does falls on all of them. */
async function press({ server }: DroverServer, bench: Bench, lines: ReadonlyMap<Effect, Measurement>): Promise<void> {
  await server.call("navigate", { session, url: bench.server.url(effects), mode: "none" });
  const { text } = await server.call("eval_js", { session, expr: `new Promise((ready) => { const look = () => (document.title === "Ready" ? ready("ready") : setTimeout(look)); look(); })` });
  if (!text.includes("ready")) throw new Error(text);
  const clicks = bench.quick ? QUICK_CLICKS : CLICKS;
  let presses = 0;
  for (let click = 1; click <= clicks; click++) {
    bench.progress(`${clicks} clicks for each effect: ${click}`);
    for (const [effect, line] of lines) {
      presses++;
      const { took, value } = await timed(() => server.call("click", { session, selector: effectButton(effect) }));
      line.samples.push(took);
      line.counts = { of: click, right: (line.counts?.["right"] ?? 0) + (value.text.includes(shownText(presses)) ? 1 : 0) };
    }
  }
}

async function measured(bench: Bench, engine: Engine): Promise<Measurement[]> {
  const lines = new Map(effectNames.map((effect): [Effect, Measurement] => [effect, { part: "told", tool: inEngine[engine], surface: "mcp", page: effect, samples: [] }]));
  const drover = await startDrover(bench.workplace, [], engine);
  try {
    await drover.server.call("open_session", { session, engine, mode: "incognito", headless: true });
    await press(drover, bench, lines);
  } catch (error) {
    for (const line of lines.values()) line.failure = messageOf(error);
  } finally {
    await drover.stop();
  }
  return [...lines.values()];
}

const run = async (bench: Bench): Promise<Measurement[]> => [...(await measured(bench, "chromium")), ...(await measured(bench, "firefox"))];

export const told: Part = { name: "told", title: "clicks whose effect comes later: how many tell it in their own answer", run };
