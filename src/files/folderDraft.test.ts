import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { FolderDraft } from "./folderDraft.ts";

test("a draft that is discarded leaves nothing, whoever still writes", async () => {
  const root = mkdtempSync(path.join(os.tmpdir(), "drover-draft-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const draft = new FolderDraft(path.join(root, "archive"));
  const early = draft.write("early.txt", "x".repeat(1_000_000));
  await Promise.all([early, draft.discard()]);
  await expect(draft.write("assets/late.txt", "late")).rejects.toMatchObject({ code: "not-writable" });
  expect(readdirSync(root)).toEqual([]);
});
