import { type DroverServer, startDrover } from "../drivers/drover.ts";
import { form } from "../pages/form.ts";
import { panelButton } from "../pages/panel.ts";
import { type Bench, type Measurement, type Part, messageOf, timed } from "./part.ts";

const session = "fox";

async function clicks({ server }: DroverServer, bench: Bench): Promise<number[]> {
  await server.call("open_session", { session, engine: "firefox", mode: "incognito", headless: true });
  await server.call("navigate", { session, url: bench.server.url(form) });
  const click = (): Promise<unknown> => server.call("click", { session, selector: panelButton.selector });
  await click();
  const samples: number[] = [];
  for (let round = 0; round < bench.rounds; round++) samples.push((await timed(click)).took);
  return samples;
}

async function run(bench: Bench): Promise<Measurement[]> {
  const line: Measurement = { part: "firefox", tool: "Drover", surface: "mcp", page: form.name, samples: [] };
  bench.progress("clicks in Firefox");
  const drover = await startDrover(bench.workplace, [], "firefox");
  try {
    line.samples = await clicks(drover, bench);
  } catch (error) {
    line.failure = messageOf(error);
  } finally {
    await drover.stop();
  }
  return [line];
}

export const firefox: Part = { name: "firefox", title: "a click with its result in Firefox", run };
