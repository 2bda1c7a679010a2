import { droverMcp } from "../drivers/drover.ts";
import { form } from "../pages/form.ts";
import { panelButton } from "../pages/panel.ts";
import { type Bench, type Measurement, type Part, messageOf, sizeOf, timed } from "./part.ts";

/** After these the rings are full and the code is warm: what grows from here on, leaks. */
const WARM = 200;

async function run(bench: Bench): Promise<Measurement[]> {
  const clicks = bench.quick ? WARM * 2 : 1_000;
  const line: Measurement = { part: "endurance", tool: droverMcp.name, surface: "mcp", page: `${clicks} clicks`, samples: [] };
  const tool = await droverMcp.start(bench.workplace);
  try {
    await tool.open(bench.server.url(form));
    const quiet = sizeOf(await tool.click("h1"));
    let warm = 0;
    for (let click = 0; click < clicks; click++) {
      if (click % 50 === 0) bench.progress(`endurance: click ${click} of ${clicks}`);
      if (click === WARM) warm = (await tool.footprint()).tool;
      line.samples.push((await timed(() => tool.click(panelButton.selector))).took);
    }
    line.counts = { grew: (await tool.footprint()).tool - warm, quietClickTokens: quiet.tokens };
  } catch (error) {
    line.failure = messageOf(error);
  } finally {
    await tool.stop();
  }
  return [line];
}

export const endurance: Part = { name: "endurance", title: "a thousand clicks in one session of Drover", run };
