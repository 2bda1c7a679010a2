import { readFileSync } from "node:fs";
import { accessTo, keys, PersonTab, startDashboard } from "../../test/e2e/support/dashboard.ts";
import { startDrover } from "../drivers/drover.ts";
import { rotate } from "../measure.ts";
import { form as page } from "../pages/form.ts";
import { descendants, processTable } from "../processes.ts";
import { type Bench, type Measurement, type Part, messageOf, timed } from "./part.ts";

export const unwatched = "Drover, nobody watching";
export const watched = "Drover, one watcher";
export const frameShown = "Drover, from paint to frame";
export const keyPressed = "Drover, from key to page";
export const thumbnails = "Drover, 20 thumbnails";

const CLICKS = 20;
const FRAMES = 10;
const THUMBNAILS = 20;
const THUMBNAILS_MS = 10_000;
const TICKS_A_SECOND = 100;

/** What a process and all it started have used of a core so far, in milliseconds. */
function cpuMs(root: number): number {
  return descendants(root, processTable()).reduce((sum, { pid }) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return sum + ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_A_SECOND;
    } catch {
      // It has ended meanwhile.
      return sum;
    }
  }, 0);
}

/** One daemon, a session that a dashboard shows and one that nobody sees, in turn; then a person's hands, and many small pictures. */
async function run(bench: Bench): Promise<Measurement[]> {
  const line = (tool: string): Measurement => ({ part: "watching", tool, surface: "mcp", page: page.name, samples: [] });
  const [off, on, frame, key, small] = [line(unwatched), line(watched), line(frameShown), line(keyPressed), line(thumbnails)] as const;
  const drover = await startDrover(bench.workplace, [], "chromium");
  const call = (session: string, tool: string, input: Record<string, unknown> = {}) => drover.server.call(tool, { session, ...input });
  try {
    for (const { tool } of [off, on]) {
      await call(tool, "open_session", { mode: "incognito" });
      await call(tool, "navigate", { url: bench.server.url(page), mode: "none" });
    }
    await using dashboard = await startDashboard({ ...process.env, DROVER_HOME: drover.home });
    using tab = new PersonTab(await accessTo(dashboard));
    await tab.ready();
    tab.send({ type: "watch", view: 1, session: watched, width: 1280, height: 720 });
    await tab.frame();
    for (let round = 0; round < bench.rounds; round++)
      for (const each of rotate([off, on], round)) {
        bench.progress(`clicks: ${each.tool}, round ${round + 1} of ${bench.rounds}`);
        for (let click = 0; click < CLICKS; click++) each.samples.push((await timed(() => call(each.tool, "click", { selector: "button" }))).took);
      }
    for (let count = 0; count < FRAMES * bench.rounds; count++) frame.samples.push(await paintToFrame(tab, count));
    await tab.call("take_wheel", { session: watched });
    for (let count = 0; count < FRAMES * bench.rounds; count++) key.samples.push(await keyToPage(tab));
    await tab.call("give_wheel", { session: watched });
    tab.send({ type: "unwatch", view: 1 });
    small.counts = await costOfThumbnails(bench, tab);
  } catch (error) {
    for (const each of [off, on, frame, key, small]) each.failure = messageOf(error);
  } finally {
    await drover.stop();
  }
  return [off, on, frame, key, small];
}

/** The page says when it has painted; both clocks are this machine's. */
async function paintToFrame(tab: PersonTab, count: number): Promise<number> {
  const expr = `new Promise((painted) => { document.body.style.background = "rgb(${(count * 37) % 256}, 120, 90)"; requestAnimationFrame(() => setTimeout(() => painted(Date.now()))); })`;
  const shown = tab.frame();
  const { value } = await tab.call("eval_js", { session: watched, expr });
  await shown;
  return Math.max(0, Date.now() - Number(value));
}

async function keyToPage(tab: PersonTab): Promise<number> {
  const evaluate = (expr: string) => tab.call("eval_js", { session: watched, expr });
  await evaluate(`heardAt = 0; document.addEventListener("keydown", () => { heardAt = Date.now(); }, { once: true })`);
  const from = Date.now();
  tab.hands(watched, ...keys("x"));
  const { value } = await evaluate(`new Promise((heard) => { const look = () => (heardAt ? heard(heardAt) : setTimeout(look)); look(); })`);
  return Number(value) - from;
}

async function costOfThumbnails(bench: Bench, tab: PersonTab): Promise<Record<string, number>> {
  for (let count = 0; count < THUMBNAILS; count++) {
    bench.progress(`thumbnails: session ${count + 1} of ${THUMBNAILS}`);
    await tab.call("open_session", { session: `small-${count}`, mode: "incognito" });
    await tab.call("navigate", { session: `small-${count}`, url: `data:text/html,<h1 id=h></h1><script>setInterval(()=>h.textContent=Date(),1000)</script>`, mode: "none" });
  }
  const { sessions } = await tab.call("list_sessions");
  const browser = Number(sessions.find(({ id }: { id: string }) => id === "small-0").pid);
  const own = processTable().filter(({ command }) => /dist\/(daemon\.cjs|drover\.cjs dashboard)/.test(command)).map(({ pid }) => pid);
  const used = () => ({ own: own.reduce((sum, pid) => sum + cpuMs(pid), 0), browser: cpuMs(browser) });
  const during = async () => {
    const before = used();
    await new Promise((resolve) => setTimeout(resolve, THUMBNAILS_MS));
    const after = used();
    return { own: ((after.own - before.own) / THUMBNAILS_MS) * 100, browser: ((after.browser - before.browser) / THUMBNAILS_MS) * 100 };
  };
  const alone = await during();
  for (let count = 0; count < THUMBNAILS; count++) tab.send({ type: "watch", view: 100 + count, session: `small-${count}`, width: 320, height: 200, thumbnail: true });
  const shown = await during();
  return { "Drover %": shown.own - alone.own, "browser %": shown.browser - alone.browser };
}

export const watching: Part = { name: "watching", title: "a dashboard: a click that somebody sees, a frame, a key, twenty thumbnails", run };
