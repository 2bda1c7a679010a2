import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect } from "vitest";
import { ownHome } from "./support/home.ts";
import { page } from "./support/page.ts";
import { showcase } from "./support/showcase.ts";
import { engine, test as base, type Data, type TestSession } from "./support/session.ts";

const firefox = engine === "firefox";

const redPixel = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC", "base64");

/** In megabytes, since it began. */
const mostMemoryOf = (pid: number): number => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

/** The page of everything, in the file's session. */
const test = base.extend<{ shown: TestSession }>({
  shown: async ({ fileSession, server }, use) => {
    await fileSession.call("navigate", { url: showcase(server), mode: "none" });
    await fileSession.call("eval_js", { expr: "Promise.all([document.fonts.ready, ...[...document.images].map((image) => image.decode())]).then(() => 1)" });
    await use(fileSession);
  },
});

const workspaceOf = (file: string, below: string) => file.slice(0, file.indexOf(below));

describe("page_archive", () => {
  test("opens without the network and looks the same, as a folder and as one file", async ({ shown, session, server }) => {
    const baseline = `exports/${shown.id}.png`;
    await shown.call("visual_diff", { baseline, update: true });
    const folder = await shown.call("page_archive", {});
    const single = await shown.call("page_archive", { format: "single-file" });
    expect(folder).toMatchObject({ ok: true, format: "directory", path: expect.stringMatching(/archives\/[^/]+Z$/), resourceCount: 16, droppedCount: 1 });
    expect(single).toMatchObject({ ok: true, format: "single-file", path: expect.stringMatching(/archives\/[^/]+Z\.html$/), droppedCount: 1 });
    for (const { warnings } of [folder, single]) {
      expect(warnings[0]).toContain("UNMASKED");
      expect(warnings.join("\n")).toContain("pink.svg");
    }
    expect(statSync(single.path).size).toBe(single.sizeBytes);
    expect(sizeOf(folder.path)).toBe(folder.sizeBytes);
    expect(readdirSync(path.join(folder.path, "assets")).toSorted()).toEqual(["font", "frame", "image", "script", "stylesheet"]);
    const html = readFileSync(path.join(folder.path, "index.html"), "utf8");
    expect(html).not.toMatch(/hunter22(?!")/);

    const before = server.requests.length;
    for (const file of [`${folder.path}/index.html`, single.path]) {
      await session.call("navigate", { url: `file://${file}`, mode: "none" });
      await session.call("eval_js", { expr: "document.fonts.ready.then(() => 1)" });
      const { ratio, regions } = await session.call("visual_diff", { baseline });
      expect({ ratio, regions }).toEqual({ ratio: 0, regions: [] });
    }
    expect(server.requests.slice(before)).toEqual([]);
  });

  test("keeps within maxSizeMb and names what did not fit", async ({ shown }) => {
    const small = await shown.call("page_archive", { maxSizeMb: 0.02 });
    expect(small).toMatchObject({ ok: true, droppedCount: expect.any(Number) });
    expect(small.sizeBytes).toBeLessThan(0.02 * 1024 * 1024 * 1.2);
    expect(small.warnings.join("\n")).toMatch(/did not fit into maxSizeMb[^]*icons\.ttf \(over the size cap/);
    expect(await shown.call("page_archive", { maxSizeMb: 0.001 })).toMatchObject({ ok: false, error: "too-large" });
  });

  test("pays for a picture in one file wherever it stands", async ({ session, server }) => {
    const picture = Buffer.concat([redPixel, Buffer.alloc(100_000)]);
    server.route("/often.png", (_, response) => response.writeHead(200, { "content-type": "image/png" }).end(picture));
    await session.call("navigate", { url: server.html("/often", page(`<style>p { background: url(/often.png) }</style>${`<img src="/often.png">`.repeat(30)}`)), mode: "none" });
    const [folder, single, whole] = await Promise.all(
      [{ path: `exports/${session.id}-often`, maxSizeMb: 1 }, { path: `exports/${session.id}-often.html`, format: "single-file", maxSizeMb: 1 }, { path: `exports/${session.id}-oftener.html`, format: "single-file" }].map((order) => session.call("page_archive", order)),
    );
    expect(folder).toMatchObject({ ok: true, resourceCount: 1, droppedCount: 0 });
    expect(single).toMatchObject({ ok: true, resourceCount: 1, droppedCount: 1, warnings: expect.arrayContaining([expect.stringContaining("often.png (over the size cap")]) });
    expect(single.sizeBytes).toBeLessThan(1024 * 1024);
    expect(readFileSync(whole.path, "utf8").split(`data:image/png;base64,${picture.toString("base64")}`)).toHaveLength(32);
    expect(readdirSync(path.dirname(whole.path)).filter((name) => name.startsWith(".drover-"))).toEqual([]);
  });

  test.skipIf(firefox)("of more than memory should hold is written as it comes, in one file too", async ({ server }) => {
    await using drover = ownHome();
    const megabytes = 120;
    const picture = Buffer.concat([redPixel, Buffer.alloc(4 * 1024 * 1024)]);
    server.route("/heavy.png", (_, response) => response.writeHead(200, { "content-type": "image/png" }).end(picture));
    const call = (tool: string, input: Record<string, unknown> = {}) => drover.call(tool, { session: "heavy", ...input });
    await call("open_session", { mode: "incognito" });
    await call("navigate", { url: server.html("/heavy", page(Array.from({ length: megabytes / 4 }, (_, index) => `<img src="/heavy.png?${index}">`).join(""))), mode: "none" });
    const { pid } = await drover.client().status();
    const before = mostMemoryOf(pid);
    expect(await call("page_archive", { format: "single-file", path: "heavy.html" })).toMatchObject({ ok: true, resourceCount: megabytes / 4, droppedCount: 0 });
    expect(mostMemoryOf(pid) - before).toBeLessThan(megabytes);
  });

  describe.skipIf(firefox)("and its place", () => {
    test("is refused outside of the workspace and in a folder with other things, and replaces an earlier archive", async ({ shown }) => {
      const chosen = `exports/${shown.id}-archive`;
      const first = await shown.call("page_archive", { path: chosen });
      writeFileSync(path.join(first.path, "left.txt"), "left");
      expect(await shown.call("page_archive", { path: chosen })).toMatchObject({ ok: true, path: first.path });
      expect(existsSync(path.join(first.path, "left.txt"))).toBe(false);
      const workspace = workspaceOf(first.path, "/exports/");
      mkdirSync(path.join(workspace, `exports/${shown.id}-mine`));
      writeFileSync(path.join(workspace, `exports/${shown.id}-mine/letter.txt`), "mine");
      expect(await shown.call("page_archive", { path: `exports/${shown.id}-mine` })).toMatchObject({ ok: false, error: "bad-path" });
      expect(await shown.call("page_archive", { path: "../elsewhere" })).toMatchObject({ ok: false, error: "bad-path" });
      const { files } = await shown.call("files_list", { kind: "archive" });
      expect(files.filter((each: Data) => each.path === first.path)).toHaveLength(1);
    });

    test("has room for more elements than a call takes arguments, and for what is larger than it may be", async ({ session, server }) => {
      server.route("/endless.png", (_, response) => {
        response.writeHead(200, { "content-type": "image/png", "content-length": String(1024 ** 3) });
        const piece = Buffer.alloc(1024 * 1024);
        const more = () => response.write(piece, (error) => error || setImmediate(more));
        more();
      });
      const url = server.html("/vast", page(`<main></main><script>document.querySelector("main").innerHTML = "<i>x</i>".repeat(150_000); addEventListener("load", () => document.body.append(Object.assign(new Image(), { src: "/endless.png" })));</script>`));
      await session.call("navigate", { url, mode: "none" });
      const vast = await session.call("page_archive", { path: `exports/${session.id}-vast`, maxSizeMb: 4 });
      expect(vast).toMatchObject({ ok: true, droppedCount: 1, warnings: expect.arrayContaining([expect.stringContaining("endless.png (over the size cap")]) });
      expect(readFileSync(path.join(vast.path, "index.html"), "utf8")).toContain(`<main>${"<i>x</i>".repeat(150_000)}</main>`);
      const lines = await session.call("dom_export", { format: "jsonl" });
      expect(lines).toMatchObject({ ok: true, nodeCount: expect.any(Number) });
      expect(lines.nodeCount).toBeGreaterThan(150_000);
    });

    test("has nothing in it when the page is left meanwhile", async ({ session, server }) => {
      let leave: () => void = () => undefined;
      server.route("/leave", (_, response) => (leave = () => response.end()));
      server.route("/never-answers", () => leave());
      server.html("/next", page("next"));
      const url = server.html("/leaving", page(`<style>.later { background: url(/never-answers) }</style><script>fetch("/leave").then(() => (location.href = "/next"))</script>`));
      await session.call("navigate", { url, mode: "none" });
      const left = await session.call("page_archive", { path: `exports/${session.id}-left` });
      expect(left).toMatchObject({ ok: false, error: "context-gone", message: expect.stringContaining("nothing was kept") });
    });
  });
});

test("element_export keeps an element's looks, without what only others show", async ({ shown, session }) => {
  const { candidates } = await shown.call("find", { query: "shadow slotted" });
  const { ref } = candidates[0];
  const exported = await shown.call("element_export", { ref });
  expect(exported).toMatchObject({ ok: true, ref, format: "directory", path: expect.stringMatching(new RegExp(`elements/[^/]+Z-${ref}$`)), droppedCount: 0 });
  expect(exported.warnings[0]).toContain("UNMASKED");
  const single = await shown.call("element_export", { ref, format: "single-file", intoDir: `exports/${shown.id}-element.html` });
  const seen = async (of: TestSession) => {
    const { value } = await of.call("eval_js", {
      expr: `(() => { const host = document.querySelector("fancy-box"), made = host.shadowRoot.querySelector(".made"), b = host.querySelector("b");
        return [made.getBoundingClientRect().width, getComputedStyle(made).borderBottomColor, getComputedStyle(made).fontFamily, getComputedStyle(b).color, b.assignedSlot.name, b.textContent]; })()`,
    });
    return value;
  };
  const original = await seen(shown);
  expect(original).toEqual([1244, "rgb(0, 136, 0)", "sans-serif", "rgb(204, 0, 0)", "in", "slotted"]);
  for (const file of [`${exported.path}/element.html`, single.path]) {
    await session.call("navigate", { url: `file://${file}`, mode: "none" });
    expect(await seen(session)).toEqual(original);
  }
  expect(readFileSync(single.path, "utf8")).not.toContain("Ordinary words");
  expect(await shown.call("element_export", { ref: "e99999" })).toMatchObject({ ok: false, error: "ref-gone" });
  expect(await shown.call("element_export", { ref, intoDir: "../out" })).toMatchObject({ ok: false, error: "bad-path" });
});

test("dom_export writes markup, or a line for each element with those in shadow roots", async ({ shown }) => {
  const html = await shown.call("dom_export", {});
  expect(html).toMatchObject({ ok: true, format: "html", path: expect.stringMatching(/dom-dumps\/.*\.html$/), shadowRootCount: 1 });
  expect(html.warnings).toEqual([expect.stringContaining("UNMASKED"), expect.stringContaining("outerHTML has nothing")]);
  expect(readFileSync(html.path, "utf8")).toMatch(/^<html[^]*<\/html>$/);
  const lines = await shown.call("dom_export", { format: "jsonl" });
  const dumped = readFileSync(lines.path, "utf8").trim().split("\n").map((line) => JSON.parse(line) as Data);
  expect(lines).toMatchObject({ nodeCount: dumped.length, sizeBytes: statSync(lines.path).size, warnings: [expect.anything(), expect.stringContaining("Closed shadow roots")] });
  expect(dumped[0]).toEqual({ tag: "html", role: expect.any(String), attrs: { lang: "en" }, depth: 0 });
  expect(dumped.find(({ tag }) => tag === "h1")).toMatchObject({ role: "heading", text: "Ordinary words & <marks>", depth: 2 });
  expect(dumped.find(({ attrs }) => attrs.class === "made")).toMatchObject({ tag: "p", text: "shadow", depth: 3 });
  const light = await shown.call("dom_export", { format: "jsonl", includeShadow: false });
  expect(light.nodeCount).toBe(lines.nodeCount - 3);
});

test("a document that is longer than it may be is refused whole, and a frame of that kind left out", async ({ session, server }) => {
  server.html("/long-frame", page(`<pre></pre><script>document.querySelector("pre").textContent = "<".repeat(600_000)</script>`));
  const url = server.html("/long", page(`<p>short</p><iframe src="/long-frame"></iframe>`));
  await session.call("navigate", { url, mode: "none" });
  const archive = await session.call("page_archive", { path: `exports/${session.id}-framed`, maxSizeMb: 1 });
  expect(archive).toMatchObject({ ok: true, droppedCount: 1, warnings: expect.arrayContaining([expect.stringContaining("/long-frame (over the size cap")]) });

  await session.call("navigate", { url: new URL("/long-frame", url).href, mode: "none" });
  const workspace = workspaceOf(archive.path, "/exports/");
  const orders = [
    ["dom_export", { path: `exports/${session.id}-long.html` }],
    ["dom_export", { path: `exports/${session.id}-long.jsonl`, format: "jsonl" }],
    ["page_archive", { path: `exports/${session.id}-long` }],
  ] as const;
  for (const [tool, order] of orders) {
    // In the lines of JSON a mark is one character, in markup it is four.
    const maxSizeMb = "format" in order ? 0.5 : 1;
    expect(await session.call(tool, { ...order, maxSizeMb })).toMatchObject({ ok: false, error: "too-large", message: expect.stringContaining(`more than ${maxSizeMb * 1024 * 1024} characters`), hint: expect.stringContaining("element_export") });
    expect(existsSync(path.join(workspace, order.path))).toBe(false);
    expect(await session.call(tool, { ...order, maxSizeMb: 4 })).toMatchObject({ ok: true });
  }
});

describe("asset_export", () => {
  test("saves what pages have loaded by type, address and size, each under its own name", async ({ shown }) => {
    const pictures = await shown.call("asset_export", { filter: { mime: ["IMAGE/"], urlPattern: "/(gold|teal|red)\\.SVG$" } });
    expect(pictures).toMatchObject({ ok: true, intoDir: expect.stringMatching(/assets\/[^/]+Z$/), droppedCount: 0, warnings: [] });
    expect(pictures.manifest.map(({ savedAs }: Data) => savedAs).toSorted()).toEqual(["gold-1.svg", "gold.svg", "red.svg", "teal-1.svg", "teal.svg"]);
    expect(JSON.parse(readFileSync(path.join(pictures.intoDir, "_manifest.json"), "utf8"))).toEqual(pictures.manifest);
    for (const { savedAs, sizeBytes } of pictures.manifest) expect(statSync(path.join(pictures.intoDir, savedAs)).size).toBe(sizeBytes);
    expect(pictures).toMatchObject({ matchedCount: 5, persistedCount: 5 });
  });

  test.skipIf(firefox)("keeps to its caps and refuses what it does not understand", async ({ shown }) => {
    expect(await shown.call("asset_export", { filter: { mime: ["image/"] }, maxCount: 1 })).toMatchObject({ persistedCount: 1, warnings: expect.arrayContaining([expect.stringContaining("maxCount")]) });
    expect(await shown.call("asset_export", { filter: { mime: ["font/"] }, maxBytes: 100 })).toMatchObject({ matchedCount: 1, persistedCount: 0, droppedCount: 1, warnings: [expect.stringContaining("maxBytes")] });
    expect(await shown.call("asset_export", { filter: { minBytes: 10_000 } })).toMatchObject({ manifest: [{ savedAs: "icons.ttf" }] });
    expect(await shown.call("asset_export", { filter: { status: [404] } })).toMatchObject({ ok: true });
    expect(await shown.call("asset_export", { filter: { urlPattern: "(" } })).toMatchObject({ ok: false, error: "bad-input" });
    expect(await shown.call("asset_export", { filter: {}, intoDir: "/tmp/elsewhere" })).toMatchObject({ ok: false, error: "bad-path" });
  });
});

function sizeOf(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0);
}
