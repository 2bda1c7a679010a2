import { type Browser, type CDPSession, type Page, chromium } from "playwright-core";
import type { Workplace } from "../workplace.ts";

export interface Described {
  role: string;
  name: string;
}

/** Chromium's internal words for roles that ARIA names otherwise or not at all. */
const words: Record<string, string> = { image: "img", DisclosureTriangle: "summary", Iframe: "iframe", MathMLMath: "math", ColorWell: "textbox", Date: "textbox", DateTime: "textbox", InputTime: "textbox" };

/** What Chromium itself tells assistive technology of a page's elements. */
export class ChromiumTree {
  readonly #browser: Browser;
  readonly #page: Page;
  readonly #cdp: CDPSession;

  private constructor(browser: Browser, page: Page, cdp: CDPSession) {
    this.#browser = browser;
    this.#page = page;
    this.#cdp = cdp;
  }

  static async start(workplace: Workplace): Promise<ChromiumTree> {
    const browser = await chromium.launch({ executablePath: workplace.chromium, headless: true });
    const page = await browser.newPage();
    const cdp = await page.context().newCDPSession(page);
    await cdp.send("Accessibility.enable");
    await cdp.send("DOM.enable");
    return new ChromiumTree(browser, page, cdp);
  }

  async show(url: string): Promise<void> {
    await this.#page.goto(url, { waitUntil: "load", timeout: 30_000 });
  }

  async evaluate(expression: string): Promise<string> {
    return String(await this.#page.evaluate(expression));
  }

  /** Of each element of a list that is written as an expression. */
  async describe(elements: string): Promise<Described[]> {
    const { result } = await this.#cdp.send("Runtime.evaluate", { expression: elements });
    if (!result.objectId) return [];
    const { result: properties } = await this.#cdp.send("Runtime.getProperties", { objectId: result.objectId, ownProperties: true });
    const tree = await this.#nodes();
    const described: Described[] = [];
    for (const { name, value } of properties) {
      if (!/^\d+$/.test(name) || !value?.objectId) continue;
      const { node } = await this.#cdp.send("DOM.describeNode", { objectId: value.objectId });
      described[Number(name)] = tree.get(node.backendNodeId) ?? { role: "none", name: "" };
    }
    await this.#cdp.send("Runtime.releaseObject", { objectId: result.objectId });
    return described;
  }

  async #nodes(): Promise<Map<number, Described>> {
    const { nodes } = await this.#cdp.send("Accessibility.getFullAXTree");
    const of = new Map<number, Described>();
    for (const { backendDOMNodeId, ignored, role, name } of nodes) {
      if (backendDOMNodeId === undefined || of.has(backendDOMNodeId)) continue;
      const word = String(role?.value ?? "none");
      of.set(backendDOMNodeId, ignored ? { role: "none", name: "" } : { role: words[word] ?? (role?.type === "internalRole" ? "generic" : word), name: String(name?.value ?? "") });
    }
    return of;
  }

  stop(): Promise<void> {
    return this.#browser.close();
  }
}
