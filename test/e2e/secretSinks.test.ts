import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished } from "vitest";
import { ifPresent } from "../../src/diagnosis/ifPresent.ts";
import type { Tool } from "../../src/tools/defineTool.ts";
import { bundledRegistry } from "./support/bundledRegistry.ts";
import { CheckedClient } from "./support/checkedClient.ts";
import { test } from "./support/socketPeer.ts";
import type { TestSession } from "./support/session.ts";

const SECRET = "Xk9-zebra-quartz-41";
/** Pieces of it, and encoded with anything around it. */
const traces = [
  "Xk9-zebra",
  "quartz-41",
  ...["", "a", "ab"].map((before) => Buffer.from(before + SECRET).toString("base64").slice(4, -4)),
  Buffer.from(SECRET).toString("hex"),
];

const leakIn = (text: string): string | undefined => traces.find((trace) => text.includes(trace));

/** A page that has the secret wherever a page can have something. */
const page = (socket: string) => `<title>About ${SECRET}</title>
  <style>#secret::before{content:"${SECRET}"} #secret{background:url("/pic/${SECRET}.png")}</style>
  <button id=secret data-testid="${SECRET}" aria-label="${SECRET}" class="${SECRET}" title="${SECRET}">${SECRET}</button>
  <p><b>Xk9-zebra</b><i>-quartz-41</i></p><ul><li>Xk9-zebra<li>-quartz-41</ul>
  <input id=field value="${SECRET}"><input type=file id=file><select id=choice><option>${SECRET}<option>Engineering</select>
  <a href="/down/${SECRET}.txt" download="${SECRET}.txt">${SECRET}</a><div role=alert>${SECRET}</div>
  <canvas width=20 height=20></canvas><form action="/in/${SECRET}"><input name=user aria-label=User><input name=word type=password aria-label=Password><button>Log in</button></form>
  <x-card></x-card><iframe src="/inner/${SECRET}" title="${SECRET}"></iframe>
  <script>
    const secret = "${SECRET}";
    customElements.define("x-card", class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: "open" }).innerHTML = "<em>" + secret + "</em>"; } });
    document.cookie = "session_id=" + secret + "; path=/";
    for (const storage of [localStorage, sessionStorage]) { storage.setItem("token", secret); storage.setItem("feature-flag", secret); storage.setItem(secret, secret); }
    console.log("said " + secret, { in: [secret] }); console.error(new Error(secret));
    setTimeout(() => { throw new Error("thrown " + secret) });
    const socket = new WebSocket("${socket}/" + secret);
    socket.onopen = () => { socket.send(secret); socket.send(secret.slice(0, 9)); socket.send(secret.slice(9)); };
    socket.onmessage = () => undefined;
    // A page that brings WebMCP along itself.
    navigator.modelContext ??= { registerTool() {}, getTools: () => [{ name: "search", description: "Finds " + secret, inputSchema: { title: secret } }], executeTool: () => ({ found: [secret, btoa(secret)] }) };
    window.ready = (async () => {
      await (await fetch("/api/" + secret, { method: "POST", headers: { "x-token": secret }, body: JSON.stringify({ token: secret, encoded: btoa("x" + secret) }) })).text();
      if (self.caches) await (await caches.open("v1")).put("/offline.html", new Response(secret, { headers: { "x-token": secret } }));
      await new Promise((done) => { const open = indexedDB.open("app-db", 1);
        open.onupgradeneeded = () => open.result.createObjectStore("drafts").put({ title: secret }, "draft-7");
        open.onsuccess = () => { open.result.close(); done(); }; open.onerror = done; });
    })();
  </script>`;

/** What an example means here: its element is the page's own, its address the server's, its time short. */
function adapted(value: unknown, { address, ref }: { address: string; ref: string }, key = ""): unknown {
  if (Array.isArray(value)) return value.map((item) => adapted(item, { address, ref }, key));
  if (typeof value === "object" && value !== null) return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, adapted(item, { address, ref }, name)]));
  if (typeof value === "number") return key.endsWith("Ms") ? Math.min(value, 300) : value;
  if (typeof value !== "string") return value;
  if (/^e\d+$/.test(value)) return ref;
  if (key === "selector" || key === "scope") return value === "user" ? "project" : "#secret";
  if (/^https?:/.test(value)) return address;
  return value;
}

interface Given {
  id: string;
  address: string;
  ref: string;
  requestId: string;
}

/** Tools whose examples would say nothing of the secret here, or would touch what is not this test's. */
const inputs: Record<string, (given: Given) => Record<string, unknown>[]> = {
  open_session: () => [{ session: `${SECRET}-other`, mode: "incognito" }],
  close_session: () => [{ session: `${SECRET}-other` }],
  close_sessions: () => [{ prefix: `none-${SECRET}` }],
  stop_calls: ({ id }) => [{ session: id }],
  set_config: () => [{ scope: "user", patch: { [SECRET]: 1 } }],
  reset_config: () => [{ scope: SECRET }],
  cross_session_sample: ({ id }) => [{ action: { tool: "click", args: { selector: "#secret" } }, actionSession: id, sampleSession: id, selector: "#secret", metric: "clientHeight", durationMs: 100 }],
  snapshot: () => [{ full: true }, { interesting: "interactive" }, { includeShadow: "closed" }],
  find: () => [{ query: SECRET }, { query: "button" }],
  text_search: () => [{ text: SECRET }, { text: "Xk9" }],
  extract: () => [{ schema: { type: "object", properties: { title: { type: "string", "x-drover-source": { selector: "#secret" } }, at: { type: "string", "x-drover-source": { selector: "#secret", attr: "title" } } } } }],
  inspect: ({ ref }) => [{ ref, styles: ["backgroundImage", "content"] }],
  verify_text: () => [{ selector: "#secret", text: "wrong" }],
  verify_value: () => [{ selector: "#field", value: "wrong" }],
  verify_attribute: () => [{ selector: "#secret", attr: "title", value: "wrong" }],
  verify_count: () => [{ text: SECRET, n: 0 }],
  verify_predicate: () => [{ predicate: { kind: "equals", key: "a", value: 1 }, data: { a: SECRET } }],
  network_read: ({ requestId }) => [{ limit: 50 }, { requestId }],
  network_body: ({ requestId }) => [{ requestId }],
  ws_read: () => [{ limit: 50 }],
  artifact_get: () => [{ name: "scrape-page1.json" }],
  artifact_save: () => [{ name: "scrape-page1.json", content: SECRET }],
  eval_js: () => [{ expr: "[document.title, {[secret]: btoa(secret)}, encodeURIComponent(secret)]" }, { expr: "throw new Error(secret)" }],
  poll_eval: () => [{ expr: "secret", timeoutMs: 100 }],
  fetch: () => [{ url: `/api/${SECRET}`, method: "POST", body: SECRET }, { url: `/api/${SECRET}`, path: "bodies/api.txt" }],
  cookies_get: ({ address }) => [{ name: "session_id", url: address }],
  route: () => [{ urlPattern: `**/${SECRET}/none`, status: 500, body: SECRET }],
  register_secret: () => [{ name: "AGAIN", value: SECRET }],
  tab_close: () => [{ query: SECRET + SECRET }],
  files_delete: () => [{ files: [SECRET] }],
  files_prune: () => [{ olderThanDays: 0, dryRun: true }],
  clear: () => [{ what: "console" }],
  web_scrape: ({ id, address }) => [{ url: address, mode: "browser", sessionId: id }, { url: address, mode: "fast", ignoreRobots: true }],
  web_extract: ({ id, address }) => [{ url: address, mode: "browser", sessionId: id }, { url: address, mode: "browser", sessionId: id, extract: "api-surface" }],
  run_code: () => [{ code: `const { value } = await session.evalJs({ expr: "[secret, secret.slice(0, 9), secret.slice(9)]" }); console.log(value.join("")); return [(await session.snapshot({ full: true })).tree, value]` }, { code: `throw new Error((await session.evalJs({ expr: "secret" })).value)` }],
  log_in: ({ address }) => [{ username: SECRET, secret: "CANARY", url: address }],
  snapshot_diff: () => [{ keep: "before" }, { from: "before" }],
  highlight: () => [{ selector: "#secret", label: SECRET }, { clear: true }],
  add_init_script: () => [{ name: "canary", source: `window.early = "${SECRET}"`, now: true }],
  call_page_tool: () => [{ tool: "search", input: { query: SECRET } }, { tool: SECRET }],
  // One of each is enough of what measures for seconds.
  perf_audit: () => [{ reload: true, format: "full", durationMs: 300 }],
  layout_thrash_trace: () => [{ durationMs: 300 }],
  heap_snapshot: () => [{ path: "heap-snapshots/before.heapsnapshot" }],
  await_human: () => [{ kind: "choose", prompt: SECRET, choices: [SECRET, "home"], timeoutMs: 100 }],
  // Waits until a person lets the test go on, and tells only how that was said.
  stop_test: () => [],
  wait: () => [{ url: `/none/${SECRET}`, timeoutMs: 100 }],
  batch: ({ ref }) => [{ calls: [{ tool: "find", args: { query: SECRET } }, { tool: "click", args: { ref } }, { tool: "eval_js", args: { expr: "[secret, document.title]" } }, { tool: "click", args: { ref: SECRET } }] }],
  wait_for_cookie: () => [{ name: "session_id", timeoutMs: 100 }],
};

/** What takes pictures of every call until it is ended would make the rest slow; and the rest would wait for a person who has the wheel. */
const ends: Record<string, string> = { start_video: "stop_video", start_recording: "end_recording", take_wheel: "give_wheel" };

/** What writes a page's own data as it is says so. */
const keptAsIs = ["dump_storage_state", "heap_snapshot", "auth_save"];

async function prepared(session: TestSession, address: string): Promise<Given> {
  await session.call("navigate", { url: address });
  await session.call("eval_js", { expr: "window.ready" });
  const [found] = (await session.call("find", { query: "button" })).candidates as { ref: string }[];
  const { requests } = await session.call("network_read", { limit: 200 });
  const sent = (requests as { requestId: string; method: string }[]).findLast(({ method }) => method === "POST");
  return { id: session.id, address, ref: found?.ref ?? "", requestId: sent?.requestId ?? "" };
}

/** Whether the tools so far have left the page with its secrets. */
async function isAsMade(session: TestSession, address: string): Promise<boolean> {
  const { value } = await session.call("eval_js", { expr: `location.href === ${JSON.stringify(address)} && !!document.querySelector("#secret") && !!localStorage.token && !!sessionStorage.token && !!document.cookie` });
  return value === true;
}

test("no tool tells a registered secret, whatever page, traffic and storage hold", async ({ session, server, client, peer }) => {
  const address = `${server.origin}/page/${SECRET}?q=${SECRET}#${SECRET}`;
  server.html(`/page/${SECRET}`, page(peer.url("")));
  server.html(`/in/${SECRET}`, `<title>${SECRET}</title><p>Welcome ${SECRET}</p>`);
  server.html(`/inner/${SECRET}`, `<title>${SECRET}</title><p>${SECRET}</p>`);
  server.route(`/api/${SECRET}`, (_, response) => {
    response.setHeader("x-token", SECRET);
    response.end(JSON.stringify({ token: SECRET, nested: JSON.stringify({ token: SECRET }), encoded: Buffer.from(`ab${SECRET}`).toString("base64") }));
  });
  await session.call("register_secret", { name: "CANARY", value: SECRET });
  let given = await prepared(session, address);
  const tools = [...(await bundledRegistry()).values()];
  const leaks: string[] = [];
  // Tools that get addresses by themselves are guarded, and the test's server is on loopback.
  const web = new CheckedClient({ client: "sdk", env: { ...process.env, DROVER_ALLOW_PRIVATE: server.origin } });
  onTestFinished(() => web.close());
  const call = async (tool: Tool, input: Record<string, unknown>) => {
    const outcome = await (tool.family === "web" ? web : client).call(tool.name, { ...(tool.needs !== "daemon" && { session: session.id, ...(typeof tool.deadline !== "number" && { timeoutMs: 2000 }) }), ...input }, { form: "agent" });
    const { images: _, ...told } = outcome;
    const leak = leakIn(JSON.stringify(told));
    if (keptAsIs.includes(tool.name) && outcome.ok) expect(JSON.stringify(outcome.data), tool.name).toContain("keeps registered secrets as they are");
    if (leak) leaks.push(`${tool.name} ${JSON.stringify(input)} told ${leak}: ${JSON.stringify(told).slice(0, 1500)}`);
    return outcome;
  };
  // What only looks comes first: the page is still as it was made.
  for (const tool of tools.toSorted((a, b) => Number(a.effect !== "read") - Number(b.effect !== "read"))) {
    if (tool.effect !== "read" && !(await isAsMade(session, address))) given = await prepared(session, address);
    const examples = inputs[tool.name]?.(given) ?? tool.examples.map((example) => adapted(example, given) as Record<string, unknown>);
    for (const input of examples) await call(tool, input);
    const end = tools.find(({ name }) => name === ends[tool.name]);
    if (end) await call(end, { session: session.id });
  }
  expect(leaks).toEqual([]);
  const log = await client.call("call_log", { limit: 500, all: true });
  expect(leakIn(JSON.stringify(log))).toBeUndefined();
  expect(filesWithTraces(process.env["DROVER_HOME"]!)).toEqual([]);
}, 240_000);

/** Files that Drover composed. Browsers' own folders, records of where pages are, dumps of storage, archives of pages and what the caller itself saved stay as they are. */
const notComposed = /^(?:browsers|profiles|tmp|sessions|auth|firefox-\d+|workspace\/(?:states|auth|downloads|archives|dom-dumps|elements|assets|\.artifacts))$/;

const GONE = "another test may clear its own away meanwhile";

function filesWithTraces(home: string): string[] {
  return filesBelow(home).filter((file) => {
    if (leakIn(file) !== undefined) return true;
    const text = ifPresent(() => readFileSync(path.join(home, file), "latin1"), GONE, "");
    // The page's own source is in them, with the pieces in which it has the secret.
    return /^workspace\/(?:heap-snapshots|perf)\//.test(file) ? text.includes(SECRET) : leakIn(text) !== undefined;
  });
}

/** Links are not followed: other tests leave some that lead anywhere. */
function filesBelow(home: string, folder = ""): string[] {
  return ifPresent(() => readdirSync(path.join(home, folder), { withFileTypes: true }), GONE, []).flatMap((entry) => {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) return notComposed.test(place) ? [] : filesBelow(home, place);
    return entry.isFile() ? [place] : [];
  });
}
