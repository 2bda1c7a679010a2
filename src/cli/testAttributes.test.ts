import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { orderAttributes, sniffTestAttributes } from "./testAttributes.ts";

test("what a project uses most comes first, and node_modules does not count", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "drover-sniff-"));
  try {
    mkdirSync(path.join(folder, "src"));
    mkdirSync(path.join(folder, "node_modules"));
    writeFileSync(path.join(folder, "src", "a.tsx"), `<a data-qa="x"/><b data-qa="y"/><i data-testid="z"/><u data-testidx/>`);
    writeFileSync(path.join(folder, "node_modules", "b.js"), `data-cy data-cy data-cy data-cy`);
    const counts = sniffTestAttributes(folder);
    expect([...counts]).toEqual([["data-qa", 2], ["data-testid", 1]]);
    expect(orderAttributes(counts)).toEqual(["data-qa", "data-testid", "data-test", "data-cy"]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
