/** Windows on a real screen, with a mouse that is no browser's protocol. Skipped where the machine has no such screen (Debian: xvfb, xdotool). */
import { expect } from "vitest";
import { parse } from "yaml";
import { ownHome } from "./support/home.ts";
import { page } from "./support/page.ts";
import { hasRealScreen, RealScreen } from "./support/realScreen.ts";
import { test, type Data } from "./support/session.ts";
import { until } from "./support/until.ts";

const patient = { timeout: 20_000, interval: 50 };

/** Presses where a script says in the page's own coordinates, which is told when the browser has put its window where the mouse is. */
async function hand(screen: RealScreen, value: (expr: string) => Promise<Data>): Promise<(at: string) => Promise<void>> {
  await value(`void addEventListener("mousemove", ({ clientX, clientY, screenX, screenY, isTrusted }) => { window.offset = isTrusted && [screenX - clientX, screenY - clientY]; })`);
  await expect
    .poll(async () => {
      screen.moveTo(500 + Math.random() * 100, 600);
      return value("window.offset");
    }, patient)
    .toEqual([expect.any(Number), expect.any(Number)]);
  const [dx, dy] = await value("offset");
  return async (at) => {
    const [x, y] = await value(at);
    screen.press(x + dx, y + dy);
  };
}

const middleOf = (selector: string) => `(() => { const { x, y, width, height } = document.querySelector("${selector}").getBoundingClientRect(); return [x + width / 2, y + height / 2]; })()`;

const body = page(`<p style="height:120px">Above</p><button id="mine" onclick="__drover.confirm(true)">Mine</button><script>
  setInterval(() => window.__drover?.confirm(true), 10);
</script>`);

test.skipIf(!hasRealScreen)("in a real window a person's mouse answers in the banner, by the page's own button and by pointing; neither scripts nor Drover's presses do", async ({ server }) => {
  using screen = await RealScreen.open();
  await using own = ownHome({ DISPLAY: screen.display });
  const { call } = own;
  expect(await call("open_session", { session: "window", headless: false })).toMatchObject({ ok: true });
  await call("navigate", { session: "window", url: server.html("/real-window", body) });
  const value = async (expr: string): Promise<Data> => (await call("eval_js", { session: "window", expr })).value;
  const press = await hand(screen, value);
  const mine = middleOf("#mine");
  const ask = async (kind: string) => {
    const waiting = call("await_human", { session: "window", kind, prompt: "Send it?" });
    await until(() => call("list_questions", { session: "window" }), ({ questions }) => questions.length > 0);
    await expect.poll(() => value("'__drover' in window"), patient).toBe(true);
    return waiting;
  };

  const banner = ask("confirm");
  await expect.poll(() => value("document.elementFromPoint(innerWidth - 30, 24)?.tagName"), patient).toBe("DIV");
  await call("click", { session: "window", selector: "#mine" });
  expect((await call("list_questions", { session: "window" })).questions).toHaveLength(1);
  // The last button of the row is "Deny".
  await press("[innerWidth - 30, 24]");
  expect(await banner).toMatchObject({ value: false, answeredIn: "page" });

  await expect.poll(() => value("'__drover' in window"), patient).toBe(false);
  const byPage = ask("confirm");
  await expect.poll(() => value("'__drover' in window"), patient).toBe(true);
  await press(mine);
  expect(await byPage).toMatchObject({ value: true, answeredIn: "page" });

  await expect.poll(() => value("'__drover' in window"), patient).toBe(false);
  const picked = ask("pick_element");
  await expect.poll(() => value("'__drover' in window"), patient).toBe(true);
  await press(mine);
  expect(await call("generate_locator", { session: "window", ref: (await picked).value })).toMatchObject({ playwright: expect.stringContaining("getByRole('button'") });
});

test.skipIf(!hasRealScreen)("what a person does in a real window with mouse and keyboard is recorded, runs again and is in the video", async ({ server }) => {
  using screen = await RealScreen.open();
  await using own = ownHome({ DISPLAY: screen.display });
  const call = (tool: string, input: Record<string, unknown> = {}): Promise<Data> => own.call(tool, { session: "window", ...input });
  const value = async (expr: string): Promise<Data> => (await call("eval_js", { expr })).value;
  const url = server.html("/by-hand", page(`<form onsubmit="event.preventDefault(); document.querySelector('output').textContent = who.value + ' ' + key.value.length + ' ' + tick.checked"><label>Who <input id=who></label><label>Password <input id=key type=password></label><label><input id=tick type=checkbox> Tick</label><button>Go</button></form><output></output>`));
  expect(await call("open_session", { headless: false })).toMatchObject({ ok: true });
  await call("navigate", { url });
  const press = await hand(screen, value);
  await call("start_recording", { flowName: "by hand" });
  await call("start_video", { path: "hand.webm", annotate: true });
  await press(middleOf("#who"));
  screen.type("Ada Lovelace");
  await press(middleOf("#key"));
  screen.type("hunter2hunter2");
  await press(middleOf("#tick"));
  await press(middleOf("button"));
  await expect.poll(() => value("document.querySelector('output').textContent"), patient).toBe("Ada Lovelace 14 true");
  await expect.poll(async () => (await call("export_playwright_script")).stats?.steps, patient).toBe(4);
  expect((await call("stop_video")).videos).toMatchObject([{ frames: expect.any(Number) }]);
  const { yaml } = await call("end_recording");
  const { steps, locators } = parse(yaml) as Data;
  expect(steps.map(({ action, target, value: given, by }: Data) => [by, action, locators[target].selectorHint, given])).toEqual([
    ["person", "fill", 'role=textbox[name="Who"]', "Ada Lovelace"],
    ["person", "fill", 'role=textbox[name="Password"]', "<PASSWORD>"],
    ["person", "click", 'role=checkbox[name="Tick"]', undefined],
    ["person", "click", 'role=button[name="Go"]', undefined],
  ]);
  expect(yaml).not.toContain("hunter2");
  await call("register_secret", { name: "PASSWORD", value: "hunter2hunter2" });
  expect(await call("replay_flow", { flow: yaml })).toMatchObject({ ok: true, healed: [] });
  expect(await value("document.querySelector('output').textContent")).toBe("Ada Lovelace 14 true");
});
