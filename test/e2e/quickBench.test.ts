import { expect, onTestFinished, test } from "vitest";
import { environment, runCommand } from "../../bench/drivers/command.ts";
import type { Driver, RunningTool } from "../../bench/drivers/driver.ts";
import { droverCli, droverMcp } from "../../bench/drivers/drover.ts";
import { rawCdp } from "../../bench/drivers/rawCdp.ts";
import { median } from "../../bench/measure.ts";
import { form } from "../../bench/pages/form.ts";
import { panelButton, panelFields } from "../../bench/pages/panel.ts";
import { PageServer } from "../../bench/pages/server.ts";
import { table } from "../../bench/pages/table.ts";
import { Workplace } from "../../bench/workplace.ts";

/**
 * Ratios measured in one run, with margins several times wider than the usual value, so that noise passes and a tenfold
 * slip does not. `npm run bench` measures the same work with care.
 */
const page = table(1_000);

async function workplace(): Promise<{ start(driver: Driver, at: typeof form): Promise<RunningTool>; dir: string }> {
  const place = new Workplace();
  const server = await PageServer.listen([form, page]);
  const running: RunningTool[] = [];
  onTestFinished(async () => {
    await Promise.all(running.map((tool) => tool.stop()));
    await server.close();
    place[Symbol.dispose]();
  });
  return {
    dir: place.dir,
    start: async (driver, at) => {
      const tool = await driver.start(place);
      running.push(tool);
      await tool.open(server.url(at));
      return tool;
    },
  };
}

/** How many times as long ours takes as the floor, both done in turns. */
async function ratio(rounds: number, ours: () => Promise<unknown>, floor: () => Promise<unknown>): Promise<number> {
  const samples = { ours: [] as number[], floor: [] as number[] };
  const clock = async (work: () => Promise<unknown>, into: number[]): Promise<void> => {
    const from = performance.now();
    await work();
    into.push(performance.now() - from);
  };
  await ours();
  await floor();
  for (let round = 0; round < rounds; round++) {
    await clock(ours, samples.ours);
    await clock(floor, samples.floor);
  }
  return median(samples.ours) / median(samples.floor);
}

test("a warm command costs little more than starting Node", async () => {
  const { start, dir } = await workplace();
  const tool = await start(droverCli, form);
  const nothing = () => runCommand(process.execPath, ["-e", "0"], { cwd: dir, env: environment() });
  expect(await ratio(9, () => tool.evaluate("1+1"), nothing)).toBeLessThan(5);
});

test("calls over MCP stay near the browser's own speed", async () => {
  const { start } = await workplace();
  const [drover, floor] = [await start(droverMcp, form), await start(rawCdp, form)];
  const press = panelButton.selector;
  const fields = panelFields.map((field) => ({ handle: field.selector, field }));
  expect.soft(await ratio(25, () => drover.evaluate("1+1"), () => floor.evaluate("1+1")), "eval_js").toBeLessThan(40);
  expect.soft(await ratio(15, () => drover.click(press), () => floor.click(press)), "click").toBeLessThan(60);
  expect.soft(await ratio(9, () => drover.fillForm(fields), () => floor.fillForm(fields)), "fill_form").toBeLessThan(10);
});

test("looking at a page of 13,000 elements costs a few walks over it", async () => {
  const { start } = await workplace();
  const [drover, floor] = [await start(droverMcp, page), await start(rawCdp, page)];
  expect.soft(await ratio(9, () => drover.snapshot(), () => floor.snapshot()), "snapshot").toBeLessThan(15);
  expect.soft(await ratio(9, () => drover.find!("Remarks"), () => floor.snapshot()), "find").toBeLessThan(20);
  expect.soft((await drover.snapshot()).text.length, "characters of a snapshot").toBeLessThanOrEqual(24_000);
});
