import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { resolveHome } from "../config/home.ts";
import { reapOrphans } from "./orphans.ts";

test("only folders that were a browser's are cleared away, wherever the folder for them leads", async () => {
  const dir = mkdtempSync(path.join(os.tmpdir(), "drover-orphans-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const home = resolveHome({ DROVER_HOME: path.join(dir, "home") });
  const elsewhere = path.join(dir, "elsewhere");
  mkdirSync(home.dir, { recursive: true });
  for (const name of ["photos", "b-0badcafe"]) {
    mkdirSync(path.join(elsewhere, name), { recursive: true });
    utimesSync(path.join(elsewhere, name), 0, 0);
  }
  symlinkSync(elsewhere, home.temporary);
  const { leftovers } = await reapOrphans(home);
  expect(leftovers.map((folder) => path.basename(folder))).toEqual(["b-0badcafe"]);
  expect(existsSync(path.join(elsewhere, "photos"))).toBe(true);
  expect(existsSync(path.join(elsewhere, "b-0badcafe"))).toBe(false);
});
