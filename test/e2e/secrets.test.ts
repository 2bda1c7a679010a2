import { readFileSync } from "node:fs";
import path from "node:path";
import { inflateSync } from "node:zlib";
import { expect } from "vitest";
import { resolveHome } from "../../src/config/home.ts";
import { fileNameOf } from "../../src/text/fileName.ts";
import { decodePng } from "./support/png.ts";
import { test, type TestSession } from "./support/session.ts";

const VALUE = `s3cr3t-"h&nter"/2`;
const pink = "color:rgb(255,0,255)";

const form = `<title>Log in</title><form><input id=user aria-label=User><input id=password type=password aria-label=Password>
  <input id=shown aria-label=Shown><textarea id=notes aria-label=Notes></textarea><button type=button>Go</button></form>`;

async function loggedIn(session: TestSession, url: string, scope?: string): Promise<void> {
  await session.call("navigate", { url });
  await session.call("register_secret", { name: "PASSWORD", value: VALUE, ...(scope && { scope }) });
}

const held = (session: TestSession, selector: string) => session.call("eval_js", { expr: `document.querySelector(${JSON.stringify(selector)}).value === ${JSON.stringify(VALUE)}` });

test("a secret is registered by its name and never told", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/form", form) });
  const first = await session.call("register_secret", { name: "PASSWORD", value: VALUE, scope: "127.0.0.1" });
  expect(first).toMatchObject({ ok: true, registered: "PASSWORD", scope: "127.0.0.1", names: ["PASSWORD"], tokensEstimate: expect.any(Number) });
  expect(first.warnings).toEqual([expect.stringContaining("Secrets are engaged")]);
  const second = await session.call("register_secret", { name: "OTP", value: "8812-4471" });
  expect(second).toMatchObject({ scope: null, names: ["PASSWORD", "OTP"] });
  expect(second.warnings).toBeUndefined();
  expect(await session.call("list_secrets")).toMatchObject({ secrets: [{ name: "PASSWORD", scope: "127.0.0.1" }, { name: "OTP", scope: null }], lost: [] });
  for (const [input, said] of [
    [{ name: "password", value: VALUE }, "upper-case identifier"],
    [{ name: "A", value: "abc" }, "4 characters or more"],
    [{ name: "A", value: VALUE, scope: "no host" }, "is no scope"],
  ] as const)
    expect(await session.call("register_secret", input)).toMatchObject({ ok: false, error: "bad-input", message: expect.stringContaining(said) });
  for (let n = 3; n <= 32; n++) await session.call("register_secret", { name: `S${n}`, value: `value-number-${n}` });
  expect(await session.call("register_secret", { name: "ONE_MORE", value: "one too many" })).toMatchObject({ ok: false, error: "refused", message: expect.stringContaining("32 secrets") });
  expect(await session.call("register_secret", { name: "S32", value: "another value" })).toMatchObject({ ok: true });
});

test("an alias is filled in at the last moment and told as an alias", async ({ session, server }) => {
  await loggedIn(session, server.html("/form", form));
  for (const selector of ["#user", "#password", "#notes"]) {
    const filled = await session.call("fill", { selector, value: "<PASSWORD>" });
    expect(filled).toMatchObject({ ok: true, action: { value: "<PASSWORD>" }, element: { valueRequested: "<PASSWORD>" } });
    expect(JSON.stringify(filled)).not.toContain("h&nter");
    expect(await held(session, selector)).toMatchObject({ value: true });
  }
  expect(await session.call("fill_form", { fields: [{ selector: "#user", value: "ada" }, { selector: "#shown", value: "<PASSWORD>" }] })).toMatchObject({
    ok: true,
    elements: [{ value: "ada" }, { value: "<PASSWORD>", valueRequested: "<PASSWORD>" }],
  });
  expect(await held(session, "#shown")).toMatchObject({ value: true });
  await session.call("fill", { selector: "#notes", value: "" });
  expect(await session.call("press", { selector: "#notes", key: "<PASSWORD>" })).toMatchObject({ ok: true, action: { key: "<PASSWORD>" } });
  expect(await held(session, "#notes")).toMatchObject({ value: true });
  await session.call("fill", { selector: "#notes", value: "" });
  await session.call("press", { key: "<PASSWORD>" });
  expect(await held(session, "#notes")).toMatchObject({ value: true });
  expect(await session.call("fill", { selector: "#user", value: "not <PASSWORD> alone" })).toMatchObject({ element: { value: "not <PASSWORD> alone" } });
  expect(await session.call("fill", { selector: "#user", value: "<TOKEN>" })).toMatchObject({ ok: false, error: "not-found", hint: expect.stringContaining("Registered: PASSWORD") });
});

test("a value in a page's address is not written to disk with the session", async ({ session, server }) => {
  await loggedIn(session, server.html("/form", form));
  await session.call("eval_js", { expr: `location.hash = ${JSON.stringify(VALUE)}` });
  const record = () => readFileSync(path.join(resolveHome().sessions, `${fileNameOf(session.id)}.json`), "utf8");
  await expect.poll(record).toContain("#<PASSWORD>");
  expect(record()).not.toContain("s3cr3t");
});

test("without secrets angle brackets mean nothing", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/form", form) });
  expect(await session.call("fill", { selector: "#user", value: "<DIV>" })).toMatchObject({ element: { value: "<DIV>" } });
});

test("a scope is judged by the origin of the frame that would get it", async ({ session, server }) => {
  const scope = new URL(server.otherOrigin).host;
  const typed = server.otherOrigin;
  server.html("/inner", `<input id=inner aria-label=Inner>`);
  server.html(`/${scope}`, form);
  server.html("/outer", `${form}<iframe id=theirs src="${typed}/inner"></iframe><iframe id=none sandbox="allow-scripts" src="${typed}/inner"></iframe><iframe id=blank srcdoc="<input id=mine>"></iframe>`);
  await loggedIn(session, `${server.origin}/${scope}?next=${typed}/`, scope);
  const refused = { ok: false, error: "wrong-origin", hint: expect.stringContaining(scope) };
  expect(await session.call("fill", { selector: "#user", value: "<PASSWORD>" })).toMatchObject(refused);
  expect(await session.call("press", { selector: "#user", key: "<PASSWORD>" })).toMatchObject(refused);
  expect(await session.call("fill_form", { fields: [{ selector: "#user", value: "ada" }, { selector: "#password", value: "<PASSWORD>" }] })).toMatchObject({
    ok: false,
    error: "wrong-origin",
    fieldResolution: [{ ok: true }, { ok: false, error: expect.stringContaining("PASSWORD") }],
  });
  expect(await session.call("eval_js", { expr: "document.querySelector('#user').value + document.querySelector('#password').value" })).toMatchObject({ value: "" });

  await session.call("navigate", { url: `${server.origin}/outer` });
  const inner = (await session.call("find", { query: "Inner textbox", maxCandidates: 4 })).candidates as { ref: string }[];
  expect(inner).toHaveLength(2);
  const filled = await Promise.all(inner.map(({ ref }) => session.call("fill", { ref, value: "<PASSWORD>" })));
  expect(filled.map(({ ok, error }) => error ?? ok).toSorted()).toEqual([true, "wrong-origin"].toSorted());
  expect(await session.call("navigate", { url: `${typed}/outer` })).toMatchObject({ ok: true });
  expect(await session.call("fill", { selector: "#user", value: "<PASSWORD>" })).toMatchObject({ ok: true });
});

test("fetch sends a secret in headers and bodies, and a scoped one is not handed on", async ({ session, server }) => {
  const got: { authorization: string | undefined; body: string }[] = [];
  server.route("/api", (request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      got.push({ authorization: request.headers.authorization, body });
      response.setHeader("x-echo", encodeURIComponent(body));
      response.end(`you sent ${body}`);
    });
  });
  server.route("/away", (_, response) => {
    response.writeHead(307, { location: `${server.otherOrigin}/api`, "access-control-allow-origin": "*" });
    response.end();
  });
  await loggedIn(session, server.html("/form", form), new URL(server.origin).host);
  const answer = await session.call("fetch", { url: "/api", headers: { authorization: "Bearer <PASSWORD>" }, body: '{"p":"<PASSWORD>"}' });
  expect(got.at(-1)).toEqual({ authorization: `Bearer ${VALUE}`, body: `{"p":"${VALUE}"}` });
  expect(answer).toMatchObject({ ok: true, body: 'you sent {"p":"<PASSWORD>"}', headers: { "x-echo": "%7B%22p%22%3A%22<PASSWORD>%22%7D" } });
  const sent = got.length;
  expect(await session.call("fetch", { url: "/away", body: "<PASSWORD>" })).toMatchObject({ ok: false });
  expect(await session.call("fetch", { url: `${server.otherOrigin}/api`, body: "<PASSWORD>" })).toMatchObject({ ok: false, error: "wrong-origin" });
  expect(got).toHaveLength(sent);
});

/** Whether anything pink is in a picture: only secrets are drawn in pink. */
async function showsPink(session: TestSession, tool: string, input: Record<string, unknown> = {}): Promise<{ pink: boolean; data: { warnings?: string[]; cropBase64?: string } }> {
  const { images, data } = await session.outcome(tool, input);
  const base64 = images?.[0]?.data ?? (data as { cropBase64?: string }).cropBase64;
  if (base64 === undefined) throw new Error(JSON.stringify(data));
  const { width, height, pixel } = decodePng(Buffer.from(base64, "base64"));
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [r, g, b] = pixel(x, y);
      if (r > 180 && g < 100 && b > 180) return { pink: true, data: data as object };
    }
  return { pink: false, data: data as object };
}

const shown = VALUE.replaceAll("&", "&amp;");
const drawn = `<style>body{margin:0;font:20px serif} .tall{height:100vh}</style>
  <p style="${pink}">${shown}</p><p style="${pink}">s3cr3t-<b>"h&amp;n</b><i>ter"/2</i></p>
  <input style="${pink};width:300px" value='${shown}'><textarea style="${pink}">${shown}</textarea>
  <div style="overflow:hidden;height:30px;width:90px;white-space:nowrap;${pink}"><span>${shown}</span></div>
  <p data-told='${shown}' style="${pink}" id=told>Told</p><style>#told { position: relative } #told::after { content: attr(data-told); position: absolute; left: 500px } #quoted::before { content: 's3cr3t-"h&nter"/2' / "a word"; ${pink} }</style><p id=quoted></p>
  <x-card></x-card><dialog id=d style="${pink};border:none"><p>${shown}</p></dialog>
  <div class=tall></div><p style="${pink}">${shown}</p>
  <script>customElements.define("x-card", class extends HTMLElement { connectedCallback() {
    this.attachShadow({ mode: "open" }).innerHTML = ${JSON.stringify(`<em style="${pink}">${shown}</em>`)} } });
    document.querySelector("#d").showModal();</script>`;

test("pictures cover what they would show of a secret, wherever it is drawn", async ({ session, server }) => {
  server.html("/framed", `<body style="margin:0"><p style="${pink}">${shown}</p>`);
  await session.call("navigate", { url: server.html("/drawn", `${drawn}<iframe src="${server.otherOrigin}/framed"></iframe>`) });
  expect(await showsPink(session, "screenshot")).toMatchObject({ pink: true });
  await session.call("register_secret", { name: "PASSWORD", value: VALUE });
  const pictures: [string, Record<string, unknown>][] = [
    ["screenshot", {}],
    ["screenshot", { fullPage: true }],
    ["screenshot", { selector: "input" }],
    ["screenshot_region", { box: { x: 0, y: 0, width: 400, height: 200 } }],
    ["screenshot_marks", { candidates: [{ ref: (await session.call("find", { query: "textbox" })).candidates[0].ref }] }],
    ["point_probe", { coords: { x: 60, y: 40 }, crop: true }],
  ];
  for (const [tool, input] of pictures) {
    const { pink: leaked, data } = await showsPink(session, tool, input);
    expect(leaked, `${tool} ${JSON.stringify(input)}`).toBe(false);
    expect(data.warnings, tool).toContainEqual(expect.stringContaining("Covered in the picture: <PASSWORD>"));
  }
  expect(await session.call("eval_js", { expr: "[document.adoptedStyleSheets.length, document.documentElement.lastElementChild.localName, CSS.highlights?.size ?? 0]" })).toMatchObject({ value: [0, "body", 0] });
});

test("a print leaves out what holds a secret", async ({ session, server }) => {
  const size = async () => {
    const { path, warnings = [] } = await session.call("pdf_save", {});
    return { text: drawnText(readFileSync(path)), warnings };
  };
  await session.call("navigate", { url: server.html("/print", `<p>${shown}</p><p>Something else</p><input value='${shown}'><style>b::before { content: 's3cr3t-"h&nter"/2' }</style><b></b>`) });
  const before = await size();
  await session.call("register_secret", { name: "PASSWORD", value: VALUE });
  const after = await size();
  expect(after.warnings).toEqual([expect.stringContaining("Covered in the print: <PASSWORD>")]);
  expect(after.text.length).toBeLessThan(before.text.length);
  expect(await session.call("eval_js", { expr: "document.querySelector('p').getAttribute('style')" })).toMatchObject({ value: null });
});

/** The operators of a PDF that show text. */
function drawnText(pdf: Buffer): string {
  const streams = [...pdf.toString("latin1").matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(([, stream = ""]) => {
    try {
      return inflateSync(Buffer.from(stream, "latin1")).toString("latin1");
    } catch {
      return "";
    }
  });
  return streams.flatMap((stream) => [...stream.matchAll(/(?:<[0-9A-Fa-f]+>|\((?:[^()\\]|\\.)*\)|\[[^\]]*\])\s*T[jJ]/g)].map(([text]) => text)).join("\n");
}
