import { startDrover } from "../drivers/drover.ts";
import { rotate } from "../measure.ts";
import { form as page } from "../pages/form.ts";
import { type Bench, type Measurement, type Part, messageOf, timed } from "./part.ts";

export const videoOff = "Drover, no video";
export const videoOn = "Drover, video";

const CLICKS = 20;

/** One daemon, a session that is filmed and one that is not, in turn. */
async function run(bench: Bench): Promise<Measurement[]> {
  const line = (tool: string): Measurement => ({ part: "video", tool, surface: "mcp", page: page.name, samples: [] });
  const lines = [line(videoOff), line(videoOn)];
  const drover = await startDrover(bench.workplace, [], "chromium");
  const call = (session: string, tool: string, input: Record<string, unknown> = {}) => drover.server.call(tool, { session, ...input });
  try {
    for (const { tool } of lines) {
      await call(tool, "open_session", { mode: "incognito" });
      await call(tool, "navigate", { url: bench.server.url(page), mode: "none" });
    }
    await call(videoOn, "start_video");
    for (let round = 0; round < bench.rounds; round++)
      for (const each of rotate(lines, round)) {
        bench.progress(`clicks: ${each.tool}, round ${round + 1} of ${bench.rounds}`);
        for (let click = 0; click < CLICKS; click++) each.samples.push((await timed(() => call(each.tool, "click", { selector: "button" }))).took);
      }
    await call(videoOn, "stop_video");
  } catch (error) {
    for (const each of lines) each.failure = messageOf(error);
  } finally {
    await drover.stop();
  }
  return lines;
}

export const video: Part = { name: "video", title: "a click while the page is filmed, and while it is not", run };
