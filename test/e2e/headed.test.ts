/** Windows on a real screen, with a mouse that is no browser's protocol. Skipped where the machine has no such screen (Debian: xvfb, xdotool). */
import { expect } from "vitest";
import { ownHome } from "./support/home.ts";
import { page } from "./support/page.ts";
import { hasRealScreen, RealScreen } from "./support/realScreen.ts";
import { test, type Data } from "./support/session.ts";
import { until } from "./support/until.ts";

const patient = { timeout: 20_000, interval: 50 };

const body = page(`<p style="height:120px">Above</p><button id="mine" onclick="__drover.confirm(true)">Mine</button><script>
  addEventListener("mousemove", ({ clientX, clientY, screenX, screenY, isTrusted }) => { window.offset = isTrusted && [screenX - clientX, screenY - clientY]; });
  setInterval(() => window.__drover?.confirm(true), 10);
</script>`);

test.skipIf(!hasRealScreen)("in a real window a person's mouse answers in the banner, by the page's own button and by pointing; neither scripts nor Drover's presses do", async ({ server }) => {
  using screen = await RealScreen.open();
  await using own = ownHome({ DISPLAY: screen.display });
  const { call } = own;
  expect(await call("open_session", { session: "window", headless: false })).toMatchObject({ ok: true });
  await call("navigate", { session: "window", url: server.html("/real-window", body) });
  const value = async (expr: string): Promise<Data> => (await call("eval_js", { session: "window", expr })).value;
  // The browser takes a moment to put its window where the mouse is.
  await expect
    .poll(async () => {
      screen.moveTo(500 + Math.random() * 100, 600);
      return value("window.offset");
    }, patient)
    .toEqual([expect.any(Number), expect.any(Number)]);
  const [dx, dy] = await value("offset");
  const press = async (at: string) => {
    const [x, y] = await value(at);
    screen.press(x + dx, y + dy);
  };
  const mine = "(() => { const { x, y, width, height } = mine.getBoundingClientRect(); return [x + width / 2, y + height / 2]; })()";
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
