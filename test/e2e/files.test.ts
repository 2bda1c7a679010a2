import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { ownHome } from "./support/home.ts";
import { page } from "./support/page.ts";
import { test, type Data } from "./support/session.ts";

function offer(server: Data, file: string, body: string): string {
  server.route("/export", (_: unknown, response: Data) => {
    response.setHeader("content-disposition", `attachment; filename="${file}"`);
    response.end(body);
  });
  return server.html("/report", page(`<a href="/export">Export</a>`));
}

test("downloads_capture keeps what an action downloads, and download_get gives it back", async ({ session, server }) => {
  await session.call("navigate", { url: offer(server, "report.csv", "a,b\n1,2\n"), mode: "none" });
  const on = await session.call("downloads_capture", { on: true });
  expect(on).toMatchObject({ ok: true, captureOn: true, captured: [] });
  expect(on.storageDir).toMatch(new RegExp(`\\.downloads/${session.id}$`));

  const { downloads, warnings, navigation } = await session.call("click", { selector: "a" });
  expect({ downloads, warnings, navigation }).toMatchObject({
    downloads: [{ id: "d1", suggestedFilename: "report.csv", mimeType: "text/csv", sizeBytes: 8 }],
    warnings: [],
    navigation: { changed: false },
  });
  const [{ path: file }] = downloads;
  expect(file.startsWith(on.storageDir)).toBe(true);
  expect(readFileSync(file, "utf8")).toBe("a,b\n1,2\n");
  expect(await session.call("download_get", { id: "d1" })).toMatchObject({ ok: true, path: file, content: Buffer.from("a,b\n1,2\n").toString("base64") });
  expect((await session.call("download_get", { id: "d1", pathOnly: true })).content).toBeUndefined();
  expect(await session.call("download_get", { id: "d9" })).toMatchObject({ ok: false, error: "not-found" });

  expect(await session.call("downloads_capture", { on: false, clear: true })).toMatchObject({ captureOn: false, captured: [] });
  expect(existsSync(file)).toBe(false);
  const discarded = await session.call("click", { selector: "a" });
  expect(discarded.downloads).toBeUndefined();
  expect(discarded.warnings.join()).toContain("report.csv");
});

test("sessions on one profile keep and discard their downloads each for itself", async ({ session, server }) => {
  await using drover = ownHome();
  const url = offer(server, "report.csv", "a,b\n");
  const open = async (id: string) => {
    await drover.call("open_session", { session: id, profile: "shared", engine: session.engine });
    await drover.call("navigate", { session: id, url, mode: "none" });
  };
  const press = (id: string) => drover.call("click", { session: id, selector: "a" });
  const capture = (id: string, on: boolean) => drover.call("downloads_capture", { session: id, on });

  await open("keeps");
  const { storageDir } = await capture("keeps", true);
  await open("drops");
  expect((await press("drops")).warnings.join()).toContain("not kept: report.csv");
  const { downloads } = await press("keeps");
  expect(downloads).toMatchObject([{ id: "d1", sizeBytes: 4 }]);
  await expect.poll(() => readdirSync(storageDir)).toEqual([path.basename(downloads[0].path)]);

  await capture("drops", true);
  expect((await press("keeps")).downloads[0].path.startsWith(storageDir)).toBe(true);
  await drover.call("close_session", { session: "drops" });
  expect((await press("keeps")).downloads).toMatchObject([{ id: "d3" }]);
});

test("a download that breaks off is told, and is no file", async ({ session, server }) => {
  server.route("/half", (_: unknown, response: Data) => {
    response.writeHead(200, { "content-disposition": "attachment; filename=half.bin", "content-length": "1000000" });
    response.write("x".repeat(1000), () => response.destroy());
  });
  await session.call("navigate", { url: server.html("/halves", page(`<a href="/half">Half</a>`)), mode: "none" });
  await session.call("downloads_capture", { on: true });
  const { downloads, warnings } = await session.call("click", { selector: "a" });
  expect(downloads).toBeUndefined();
  expect(warnings.join()).toContain("The download of half.bin did not complete");
});

test("pdf_save prints into the workspace and nowhere else", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/invoice", page("<h1>Invoice</h1>")), mode: "none" });
  const saved = await session.call("pdf_save", {});
  expect(saved).toMatchObject({ ok: true, format: "A4", scale: 1, printBackground: false, path: expect.stringMatching(/\/pdfs\/.*\.pdf$/) });
  expect(readFileSync(saved.path).subarray(0, 5).toString()).toBe("%PDF-");
  expect(statSync(saved.path).size).toBe(saved.bytes);
  const small = await session.call("pdf_save", { path: "out/small.pdf", format: "A6", scale: 0.5, printBackground: true });
  expect(small).toMatchObject({ ok: true, format: "A6", scale: 0.5, printBackground: true });
  // Firefox packs the size of its pages with the rest.
  if (session.engine === "chromium") expect(readFileSync(small.path, "latin1")).toMatch(/MediaBox\s*\[\s*0\s+0\s+29[78]/);
  expect(await session.call("pdf_save", { path: "../out.pdf" })).toMatchObject({ ok: false, error: "bad-path" });
  expect(await session.call("pdf_save", { scale: 3 })).toMatchObject({ ok: false, error: "bad-input" });
});
