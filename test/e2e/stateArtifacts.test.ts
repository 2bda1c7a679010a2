import { existsSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { engine, test } from "./support/session.ts";

test("artifact_save, artifact_get and artifact_list keep text and bytes for the session", async ({ session, client }) => {
  expect(await session.call("artifact_list")).toEqual({ ok: true, count: 0, artifacts: [] });
  const saved = await session.call("artifact_save", { name: "b.json", content: '{"ä":1}' });
  expect(saved).toMatchObject({ ok: true, name: "b.json", size: 8 });
  expect(saved.path).toContain(`.artifacts${path.sep}${session.id}${path.sep}b.json`);
  const bytes = Buffer.from([0, 255, 128]).toString("base64");
  await session.call("artifact_save", { name: "a.bin", content: bytes, encoding: "base64" });
  expect(await session.call("artifact_get", { name: "b.json" })).toMatchObject({ ok: true, content: '{"ä":1}', encoding: "utf8", size: 8, mtime: saved.mtime });
  expect(await session.call("artifact_get", { name: "a.bin", encoding: "base64" })).toMatchObject({ content: bytes, encoding: "base64" });
  await session.call("artifact_save", { name: "b.json", content: "new" });
  const { artifacts } = await session.call("artifact_list");
  expect(artifacts.map(({ name, size }: { name: string; size: number }) => [name, size])).toEqual([["a.bin", 3], ["b.json", 3]]);

  const other = `${session.id}-other`;
  await client.call("open_session", { session: other, mode: "incognito", engine });
  expect((await client.call("artifact_get", { session: other, name: "b.json" })).data).toMatchObject({ ok: false, error: "not-found" });
  await client.call("artifact_save", { session: other, name: "mine", content: "x" });
  await client.call("close_session", { session: other });
  expect(existsSync(path.dirname(saved.path).replace(session.id, other))).toBe(false);
  expect(existsSync(saved.path)).toBe(true);
});

test("artifact names and contents that make no sense are refused", async ({ session }) => {
  for (const name of ["../x", "a/b", ".hidden", "..", "a b", ""])
    expect(await session.call("artifact_save", { name, content: "x" }), name).toMatchObject({ ok: false, error: "bad-input" });
  expect(await session.call("artifact_save", { name: "x", content: "%%", encoding: "base64" })).toMatchObject({ ok: false, error: "bad-input" });
  expect(await session.call("artifact_get", { name: "none" })).toMatchObject({ ok: false, error: "not-found" });
});

test("past 200 entries the oldest artifact makes room", async ({ session }) => {
  for (let index = 0; index < 200; index++) await session.call("artifact_save", { name: `n${index}`, content: "x" });
  await session.call("artifact_save", { name: "n0", content: "again" });
  const last = await session.call("artifact_save", { name: "n200", content: "x" });
  expect(last.warnings.join()).toContain("n1.");
  const { count, artifacts } = await session.call("artifact_list");
  expect(count).toBe(200);
  const names = artifacts.map(({ name }: { name: string }) => name);
  expect(names).toContain("n0");
  expect(names).not.toContain("n1");
});
