import { type Browser, type Locator, type Page, chromium } from "playwright-core";
import type { Stage } from "../../test/e2e/cases/actionCase.ts";
import type { FixtureServer } from "../../test/e2e/support/fixtureServer.ts";
import { messageOf } from "../parts/part.ts";
import type { Workplace } from "../workplace.ts";

type Point = { x: number; y: number };
interface Target {
  selector?: string;
  ref?: string;
  coords?: Point;
  position?: Point;
}
interface Given extends Target {
  button?: "left" | "right" | "middle";
  clickCount?: number;
  modifiers?: ("Alt" | "Control" | "ControlOrMeta" | "Meta" | "Shift")[];
  timeoutMs?: number;
  value?: string | boolean;
  values?: (string | { value?: string; label?: string; index?: number })[];
  option?: string;
  key?: string;
  deltaY?: number;
  from?: Target;
  to?: Target;
  steps?: number;
  fields?: (Target & { value: string })[];
  submit?: Target;
  expr?: string;
}

/** Whoever names no time hears as soon as from Drover. */
const USUAL_MS = 750;

/** The cases as somebody plays them who uses Playwright: its reading of them is the reference. */
export class PlaywrightStage implements Stage {
  static readonly refusal = "refused";
  readonly engine = "chromium";
  readonly #browser: Browser;
  readonly #page: Page;
  readonly #server: FixtureServer;

  private constructor(browser: Browser, page: Page, server: FixtureServer) {
    this.#browser = browser;
    this.#page = page;
    this.#server = server;
  }

  static async start(workplace: Workplace, server: FixtureServer): Promise<PlaywrightStage> {
    const browser = await chromium.launch({ executablePath: workplace.chromium, headless: true });
    return new PlaywrightStage(browser, await browser.newPage(), server);
  }

  serve(path: string, html: string): string {
    return this.#server.html(path, html);
  }

  show(url: string): Promise<unknown> {
    return this.#page.goto(url);
  }

  resize(viewport: { width: number; height: number }): Promise<unknown> {
    return this.#page.setViewportSize(viewport);
  }

  evaluate(expression: string): Promise<unknown> {
    return this.#page.evaluate(expression);
  }

  /** The words of the query are its ref. */
  async find(query: string): Promise<string> {
    return query;
  }

  async call(tool: string, input: Record<string, unknown>): Promise<{ error?: string; message?: string }> {
    try {
      await this.#do(tool, input as Given);
      return {};
    } catch (thrown) {
      return { error: PlaywrightStage.refusal, message: messageOf(thrown) };
    }
  }

  stop(): Promise<void> {
    return this.#browser.close();
  }

  async #do(tool: string, given: Given): Promise<void> {
    const { button, clickCount, modifiers, position, coords, key = "", value, values = [], option = "" } = given;
    const timeout = given.timeoutMs ?? USUAL_MS;
    const { mouse, keyboard } = this.#page;
    if (coords && position) throw new Error("no such call");
    switch (tool) {
      case "click":
        if (!coords) return this.#locator(given).click({ button, clickCount, modifiers, position, timeout });
        for (const modifier of modifiers ?? []) await keyboard.down(modifier);
        await mouse.click(coords.x, coords.y, { button, clickCount });
        for (const modifier of modifiers ?? []) await keyboard.up(modifier);
        return;
      case "double_click":
        return this.#locator(given).dblclick({ modifiers, position, timeout });
      case "hover":
        return this.#locator(given).hover({ modifiers, position, timeout });
      case "press":
        return given.selector || given.ref ? this.#locator(given).press(key, { timeout }) : keyboard.press(key);
      case "fill":
        return this.#fill(this.#locator(given), value ?? "", timeout);
      case "select":
        await this.#locator(given).selectOption(values.every((each) => typeof each === "string") ? values : values.map((each) => (typeof each === "string" ? { value: each } : each)), { timeout });
        return;
      case "choose_option":
        await this.#locator(given).selectOption({ label: option }, { timeout });
        return;
      case "fill_form":
        for (const field of given.fields ?? []) await this.#fill(this.#locator(field), field.value, timeout);
        if (given.submit) await this.#locator(given.submit).click({ timeout });
        return;
      case "drag":
        return this.#drag(given, timeout);
      case "mouse_down":
        return mouse.down();
      case "mouse_up":
        return mouse.up();
      case "mouse_move":
        return mouse.move(coords?.x ?? 0, coords?.y ?? 0);
      case "mouse_wheel":
        await mouse.move(coords?.x ?? 0, coords?.y ?? 0);
        return mouse.wheel(0, given.deltaY ?? 0);
      case "eval_js":
        await this.evaluate(given.expr ?? "");
        return;
      default:
        throw new Error(`nobody has said what ${tool} is in Playwright`);
    }
  }

  async #fill(field: Locator, value: string | boolean, timeout: number): Promise<void> {
    if (typeof value === "boolean") return field.setChecked(value, { timeout });
    const isList = await field.evaluate((element) => element.localName === "select", undefined, { timeout });
    if (isList) await field.selectOption(value, { timeout });
    else await field.fill(value, { timeout });
  }

  async #drag({ from, to, steps = 12 }: Given, timeout: number): Promise<void> {
    if (!from || !to) throw new Error("a drag has two ends");
    if (from.selector && to.selector) return this.#locator(from).dragTo(this.#locator(to), { sourcePosition: from.position, targetPosition: to.position, timeout });
    if (!from.coords || !to.coords || from.position || to.position) throw new Error("no such call");
    const { mouse } = this.#page;
    await mouse.move(from.coords.x, from.coords.y);
    await mouse.down();
    await mouse.move(to.coords.x, to.coords.y, { steps });
    await mouse.up();
  }

  /** A selector of the page, or words such as "Inner button": a name and perhaps a role, in whatever frame. */
  #locator({ selector, ref }: Target): Locator {
    if (selector !== undefined) return this.#page.locator(selector);
    const [, name = "", role] = /^(.*?)(?: (button|region|textbox))?$/.exec(ref ?? "") ?? [];
    const inner = this.#page.frames().at(-1) ?? this.#page.mainFrame();
    if (role === "button" || role === "region" || role === "textbox") return inner.getByRole(role, { name }).first();
    return inner.getByText(name).first();
  }
}
