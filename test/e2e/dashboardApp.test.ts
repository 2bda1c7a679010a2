import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect } from "vitest";
import { droverBin } from "./support/drover.ts";
import { ownHome, type TestHome } from "./support/home.ts";
import { killDaemon, killed } from "./support/kill.ts";
import { test, type Data, type TestSession } from "./support/session.ts";
import { until } from "./support/until.ts";

const HOSTILE = `<img src=x onerror="document.body.dataset.owned = 1">`;

let own: TestHome;
let dashboard: ChildProcess;
let address = "";

beforeAll(async () => {
  own = ownHome();
  dashboard = spawn(process.execPath, [droverBin, "dashboard", "--no-open"], { env: own.env, stdio: ["pipe", "pipe", "inherit"] });
  for await (const line of createInterface({ input: dashboard.stdout! })) {
    address = /http:\/\/\S+/.exec(line)?.[0] ?? "";
    if (address) break;
  }
});

afterAll(async () => {
  if (dashboard.exitCode === null) {
    dashboard.kill();
    await once(dashboard, "exit");
  }
  await own[Symbol.asyncDispose]();
});

/** The dashboard in a browser, driven as a person would: at a view, as soon as that is shown. */
class Person {
  readonly #session: TestSession;

  private constructor(session: TestSession) {
    this.#session = session;
  }

  /** The token counts once: all tests of this file share the browser that has the cookie. */
  static async at(session: TestSession, hash: string, size = { width: 1280, height: 800 }): Promise<Person> {
    const person = new Person(session);
    await session.call("set_viewport", size);
    if (!(await person.value("document.title")).includes("Drover")) {
      await session.call("navigate", { url: address });
      await person.sees("document.querySelector('main')");
    }
    await person.goes(hash);
    return person;
  }

  async goes(hash: string): Promise<void> {
    await this.value(`location.hash = ${JSON.stringify(hash)}`);
    await this.sees(`location.hash === ${JSON.stringify(hash)} && !document.querySelector("main > .empty .spinner")`);
  }

  async value(expr: string): Promise<Data> {
    return (await this.#session.call("eval_js", { expr })).value;
  }

  /** Waits until the expression is true of the dashboard's page. */
  async sees(expr: string): Promise<void> {
    const seen = await this.#session.call("poll_eval", { expr: `Boolean(${expr})`, timeoutMs: 20_000 });
    expect(seen, expr).toMatchObject({ ok: true });
  }

  reads = (text: string, within = "body") => this.sees(`[...document.querySelectorAll(${JSON.stringify(within)})].some((place) => place.innerText.includes(${JSON.stringify(text)}))`);

  async does(tool: string, input: Record<string, unknown>): Promise<Data> {
    const done = await this.#session.call(tool, { mode: "none", ...input });
    expect(done, `${tool} ${JSON.stringify(input)}`).toMatchObject({ ok: true });
    return done;
  }

  click = (selector: string) => this.does("click", { selector });
  presses = (name: string, within = "body") => this.click(`${within} >> role=button[name="${name}"]`);

  /** Where a point of the shown page is on the dashboard. */
  async pointOf(x: number, y: number): Promise<{ x: number; y: number }> {
    return this.value(
      `(() => { const { left, top, width } = document.querySelector(".surface canvas").getBoundingClientRect(); const scale = width / ${PAGE.width}; return { x: left + ${x} * scale, y: top + ${y} * scale } })()`,
    );
  }

  async audit(): Promise<Data[]> {
    return (await this.#session.call("a11y_audit")).violations;
  }
}

const PAGE = { width: 1000, height: 600 };

/** A session of its own for a test, on a page of its own. */
async function opened(id: string, url: string): Promise<string> {
  const session = `${id}-${Math.random().toString(36).slice(2, 8)}`;
  await own.call("open_session", { session, mode: "incognito", viewport: PAGE });
  await own.call("navigate", { session, url });
  return session;
}

const view = (session: string, panel = "calls") => `#/session/${session}/${panel}`;

test("all sessions: live pictures, what each is at, those that ask first; filter, rename and close", async ({ fileSession, server }) => {
  const url = server.html("/glance", `<title>${HOSTILE.replaceAll("<", "&lt;")}</title><body style="margin:0;background:rgb(0,128,0)">`);
  const [first, second] = [await opened("a", url), await opened("b", url)];
  const person = await Person.at(fileSession, "#/sessions");
  const card = (session: string) => `[...document.querySelectorAll(".card")].find((card) => card.querySelector("a").hash.includes(${JSON.stringify(session)}))`;
  await person.sees(card(first));
  const pixel = `(${card(second)})?.querySelector("canvas:not([hidden])")?.getContext("2d").getImageData(5, 5, 1, 1).data`;
  await person.sees(`((p) => p && p[1] > 90 && p[0] < 60)(${pixel})`);
  await person.sees(`(${card(first)}).innerText.includes(${JSON.stringify(HOSTILE)})`);
  expect(await person.value("document.body.dataset.owned")).toBeNull();
  await own.call("reload", { session: second });
  await person.sees(`(${card(second)}).innerText.includes("reload") && (${card(second)}).innerText.includes("headless")`);

  const asking = own.call("await_human", { session: second, kind: "confirm", prompt: "May I?" });
  await person.sees(`document.querySelector(".card") === ${card(second)} && document.querySelector(".card").innerText.includes("May I?")`);
  expect(await person.value("document.title")).toMatch(/^\(\d+\) Drover$/);
  await own.call("answer_question", { value: true });
  await asking;

  await person.does("fill", { selector: "input[type=search]", value: first });
  await person.sees(`document.querySelectorAll(".card").length === 1`);
  await person.presses(`Rename ${first}`);
  await person.does("fill", { selector: ".rename input", value: "The first" });
  await person.does("press", { key: "Enter" });
  await person.reads("The first", ".card h2");
  expect((await own.call("list_sessions")).sessions).toContainEqual(expect.objectContaining({ id: first, name: "The first" }));
  await person.presses("Close The first");
  await person.presses("Close it?");
  await person.sees(`document.querySelectorAll(".card").length === 0`);
  await person.does("fill", { selector: "input[type=search]", value: "" });
  await own.call("close_session", { session: second });
  await person.sees(`!${card(second)}`);
});

test("one session: calls as they happen, console, network, storage, rules, files, metrics; a page's text is text", async ({ fileSession, server }) => {
  server.route("/panels/data", (_, response) => response.setHeader("content-type", "application/json").end('{"price":12}'));
  const url = server.html(
    "/panels",
    `<title>Panels</title><body style="margin:0"><button style="position:absolute;left:200px;top:100px;width:200px;height:50px" onclick="console.warn(${HOSTILE.replaceAll('"', "'")
      .replaceAll("<", "&lt;")
      .replace(/^/, "`")
      .replace(/$/, "`")})">Press</button><script>document.cookie = "flavour=oat"; localStorage.size = "large"; fetch("/panels/data")</script>`,
  );
  const session = await opened("panels", url);
  const person = await Person.at(fileSession, view(session));
  await person.sees(`document.querySelector(".surface canvas:not([hidden])")`);
  await person.value(`new MutationObserver(() => { const flash = document.querySelector(".flash.box"); if (flash) window.flashed = flash.getBoundingClientRect().toJSON() }).observe(document.body, { subtree: true, childList: true }), 0`);
  await own.client("mcp").call("click", { session, selector: "button" }, { form: "agent" });
  await person.reads("click", ".call");
  await person.sees("window.flashed");
  const [flash, wanted] = [await person.value("window.flashed"), await person.pointOf(200, 100)];
  expect(Math.abs(flash.x - wanted.x) + Math.abs(flash.y - wanted.y)).toBeLessThan(4);
  await person.click(".call summary");
  await person.reads('"ok": true', ".told pre");
  await person.reads("1 warning", ".call-gist");

  await person.goes(view(session, "console"));
  await person.reads("onerror", ".line-text");
  expect(await person.value("[document.body.dataset.owned, document.querySelectorAll('.panel img').length]")).toEqual([null, 0]);
  await person.presses("errors");
  await person.reads("No line fits");

  await person.goes(view(session, "network"));
  await person.click(`.request-row:has-text("/panels/data")`);
  await person.reads('{"price":12}', ".detail pre");
  await person.does("fill", { selector: ".panel input[type=search]", value: "no such" });
  await person.reads("No request fits");

  await person.goes(view(session, "storage"));
  await person.reads("oat", "td");
  await person.presses("local");
  await person.reads("large", "td");

  await own.call("set_timezone", { session, timezoneId: "Asia/Tokyo" });
  await person.goes(view(session, "rules"));
  await person.reads("Asia/Tokyo", ".rules");

  await person.goes(view(session, "files"));
  await person.presses("Picture");
  await person.click(".file-name");
  await person.sees(`document.querySelector("img.player")?.naturalWidth === ${PAGE.width}`);

  await person.goes(view(session, "metrics"));
  await person.reads("click", ".bars");

  await own.call("tab_open", { session, url: server.html("/panels/other", "<title>Another page</title>"), activate: true });
  await person.reads("Another page", ".page-tabs");
  await person.sees(`document.querySelector(".address input").value.endsWith("/panels/other")`);
  await person.does("fill", { selector: ".address input", value: server.html("/panels/third", "<title>Third</title>") });
  await person.does("press", { key: "Enter" });
  await person.reads("Third", ".page-tabs");
});

test("taking over: mouse, keys, a composition and a paste reach the page, a dialog is answered, and the agent gets the note", async ({ fileSession, server }) => {
  const url = server.html(
    "/steer",
    `<title>Steer</title><body style="margin:0"><input style="position:absolute;left:300px;top:200px;width:300px;height:40px"><button style="position:absolute;left:300px;top:300px;width:100px;height:40px" onclick="document.title = confirm('Sure?')">Ask</button>`,
  );
  const session = await opened("steer", url);
  for (const size of [{ width: 1280, height: 800 }, { width: 390, height: 800 }]) {
    await own.call("reload", { session });
    const person = await Person.at(fileSession, view(session), size);
    await person.sees(`document.querySelector(".surface canvas:not([hidden])")`);
    await person.presses("Take over", ".wheel");
    await person.reads("You have the wheel", ".wheel");
    const held = own.client("mcp").call("fill", { session, selector: "input", value: "agent" }, { form: "agent" });

    await person.does("click", { coords: await person.pointOf(450, 220) });
    await person.does("type", { text: "ab" });
    await person.value(`(() => { const field = document.querySelector(".keyboard"); field.dispatchEvent(new CompositionEvent("compositionstart")); field.dispatchEvent(new CompositionEvent("compositionupdate", { data: "に" })); field.dispatchEvent(new CompositionEvent("compositionend", { data: "日本" })) })()`);
    await person.value(`(() => { const clipboardData = new DataTransfer(); clipboardData.setData("text/plain", "-pasted"); document.querySelector(".keyboard").dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true })) })()`);
    expect(await until(() => own.call("verify_value", { session, selector: "input", value: "ab日本-pasted" }), ({ ok }) => ok)).toMatchObject({ ok: true });

    await person.does("click", { coords: await person.pointOf(350, 320) });
    await person.reads("Sure?", ".question");
    await person.presses("Yes", ".question");
    expect(await until(() => own.call("list_targets", { session }), ([page]) => page.title === "true")).toMatchObject([{ title: "true" }]);

    await person.presses("Hand back", ".wheel");
    await person.does("fill", { selector: ".wheel input", value: "I named it for you." });
    await person.does("press", { key: "Enter" });
    await person.reads("You are watching", ".wheel");
    expect(JSON.stringify(await held)).toContain("I named it for you.");
  }
});

test("questions of every kind are answered here, one by pointing at the page", async ({ fileSession, server }) => {
  const session = await opened("ask", server.html("/ask", `<body style="margin:0"><button id=meant style="position:absolute;left:400px;top:200px;width:200px;height:80px">This one</button>`));
  const person = await Person.at(fileSession, "#/questions");
  const ask = (more: Record<string, unknown>) => own.call("await_human", { session, prompt: `About ${more["kind"]}`, ...more });
  const answered = { answeredIn: "dashboard", timedOut: false };
  for (const { kind, press, value, choices } of [
    { kind: "acknowledge", press: "Done", value: null },
    { kind: "confirm", press: "No", value: false },
    { kind: "choose", press: "home", value: 1, choices: ["work", "home"] },
  ]) {
    const waiting = ask({ kind, ...(choices && { choices }) });
    await person.reads(`About ${kind}`, ".question-card");
    await person.presses(press, ".question-card");
    expect(await waiting).toMatchObject({ ...answered, value });
  }
  const typed = ask({ kind: "input" });
  await person.reads("About input", ".question-card");
  await person.does("fill", { selector: ".question-card input", value: "123 456" });
  await person.does("press", { key: "Enter" });
  expect(await typed).toMatchObject({ ...answered, value: "123 456" });

  const picked = ask({ kind: "pick_element" });
  await person.reads("About pick_element", ".question-card");
  await person.presses("Point at it in the page");
  await person.sees(`document.querySelector(".surface.picking canvas:not([hidden])")`);
  await person.does("click", { coords: await person.pointOf(500, 240) });
  const { value: ref } = await picked;
  expect(await own.call("verify_attribute", { session, ref, attr: "id", value: "meant" })).toMatchObject({ ok: true });
  await person.goes("#/questions");
  await person.reads("No open questions");
});

test("every view stands up to axe, fits a phone, and its keys work", async ({ fileSession, server }) => {
  const session = await opened("axe", server.html("/axe", "<title>Axe</title><button>Press</button><script>console.error('wrong'); fetch('/axe')</script>"));
  await own.call("click", { session, selector: "button" });
  const asking = own.call("await_human", { session, kind: "choose", prompt: "Which?", choices: ["one", "two"] });
  const person = await Person.at(fileSession, "#/sessions", { width: 390, height: 800 });
  const views = ["#/sessions", "#/questions", ...["calls", "console", "network", "storage", "rules", "files", "metrics"].map((panel) => view(session, panel)), "#/session/none/calls"];
  for (const [colours, size, some] of [
    ["dark", { width: 390, height: 800 }, views],
    ["light", { width: 1440, height: 900 }, ["#/sessions", "#/questions", view(session)]],
  ] as const) {
    await fileSession.call("set_color_scheme", { scheme: colours });
    await fileSession.call("set_viewport", size);
    for (const hash of some) {
      await person.goes(hash);
      expect(await person.audit(), `${colours} ${hash}`).toEqual([]);
      expect(await person.value("document.documentElement.scrollWidth - innerWidth"), hash).toBe(0);
    }
  }
  await person.value("document.activeElement.blur()");
  await person.does("press", { key: "?" });
  await person.reads("Keyboard shortcuts", "dialog[open]");
  expect(await person.audit()).toEqual([]);
  await person.does("press", { key: "Escape" });
  await person.does("press", { key: "g" });
  await person.does("press", { key: "q" });
  await person.reads("Which?", ".question-card");
  await person.does("press", { key: "n" });
  await person.sees(`location.hash === ${JSON.stringify(view(session))}`);
  await person.does("press", { key: "3" });
  await person.sees(`document.querySelector("#tab-network").ariaSelected === "true"`);
  await person.presses("Stop everything");
  expect(await asking).toMatchObject({ ok: false, error: "cancelled" });
  await person.reads("1 call stopped", ".notices");
});

test("a daemon that restarts and a browser that dies: the page says so, and goes on by itself where it was", async ({ fileSession, server }) => {
  const session = await opened("back", server.html("/back", "<title>Back again</title><h1>Back</h1>"));
  const person = await Person.at(fileSession, view(session, "console"));
  await person.sees(`document.querySelector(".surface canvas:not([hidden])")`);
  await killDaemon(own);
  await person.reads("The daemon is not running", ".link-banner");
  await own.call("eval_js", { session, expr: "console.log('after the restart')" });
  await person.sees(`document.querySelector(".link-banner").hidden`);
  await person.reads("after the restart", ".line-text");
  expect(await person.value("location.hash")).toBe(view(session, "console"));

  const { pid } = (await own.call("list_sessions")).sessions.find(({ id }: Data) => id === session);
  await killed(pid);
  await person.reads("gone", "main");
  await own.call("close_session", { session });
});
