import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { isDraft, writeWhole, writeWholeSync } from "./wholeFile.ts";

function temporary(): string {
  const dir = mkdtempSync(path.join(os.tmpdir(), "drover-whole-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

const ways = [
  ["at once", async (file: string, contents: string) => void writeWholeSync(file, contents)],
  ["in the background", writeWhole],
] as const;

test.each(ways)("a file written %s is its owner's alone, and so are the folders that were made for it", async (_how, write) => {
  const dir = temporary();
  const file = path.join(dir, "a", "b", "c.txt");
  await write(file, "first");
  await write(file, "second");
  expect(readFileSync(file, "utf8")).toBe("second");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  for (const folder of ["a", "a/b"]) expect(statSync(path.join(dir, folder)).mode & 0o777).toBe(0o700);
  expect(readdirSync(path.dirname(file))).toEqual(["c.txt"]);
});

test.each(ways)("what others could read before is replaced when it is written %s", async (_how, write) => {
  const file = path.join(temporary(), "open.txt");
  writeFileSync(file, "old");
  chmodSync(file, 0o644);
  await write(file, "new");
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test.each(ways)("a folder in a file's place is refused and nothing is left, written %s", async (_how, write) => {
  const dir = temporary();
  mkdirSync(path.join(dir, "taken"));
  await expect(write(path.join(dir, "taken"), "x")).rejects.toMatchObject({ code: "bad-path", message: expect.stringContaining("taken") });
  writeFileSync(path.join(dir, "file"), "");
  await expect(write(path.join(dir, "file", "below"), "x")).rejects.toMatchObject({ code: "bad-path" });
  expect(readdirSync(dir).toSorted()).toEqual(["file", "taken"]);
});

test("the old file is there until the new one is whole, and stays when its writer fails", () => {
  const dir = temporary();
  const file = path.join(dir, "state.json");
  writeFileSync(file, "old");
  function* pieces(fails: boolean): Generator<Uint8Array> {
    yield Buffer.from("ne");
    expect(readFileSync(file, "utf8")).toBe("old");
    if (fails) throw new Error("the source broke");
    yield Buffer.from("w");
  }
  expect(() => writeWholeSync(file, pieces(true))).toThrow("the source broke");
  expect([readFileSync(file, "utf8"), readdirSync(dir)]).toEqual(["old", ["state.json"]]);
  expect(writeWholeSync(file, pieces(false))).toBe(3);
  expect(readFileSync(file, "utf8")).toBe("new");
});

test("a writer that is killed half-way leaves the old file, and a draft that is known as one", () => {
  const dir = temporary();
  const file = path.join(dir, "state.json");
  writeFileSync(file, "old");
  const script = `
    import { writeWholeSync } from ${JSON.stringify(path.join(import.meta.dirname, "wholeFile.ts"))};
    writeWholeSync(${JSON.stringify(file)}, (function* () { yield Buffer.from("half"); process.kill(process.pid, "SIGKILL"); })());`;
  const { signal } = spawnSync(process.execPath, ["--import", "tsx", "--input-type=module", "--eval", script], { encoding: "utf8" });
  expect(signal).toBe("SIGKILL");
  expect(readFileSync(file, "utf8")).toBe("old");
  const [draft = "", ...others] = readdirSync(dir).filter((name) => name !== "state.json");
  expect([isDraft(draft), others]).toEqual([true, []]);
});

test("a full disk is told as such, by the file's own name", () => {
  const next = (): never => {
    throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC", syscall: "write" });
  };
  const failing = { [Symbol.iterator]: () => ({ next }) };
  const file = path.join(temporary(), "big.pdf");
  expect(() => writeWholeSync(file, failing)).toThrow(expect.objectContaining({ code: "not-writable", message: `${file} cannot be written: the disk is full (ENOSPC)`, hint: expect.stringContaining("drover files prune") }));
});
