import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { contentsOf, digestOfContents } from "./contents.ts";
import { isPackageName, readPackage } from "./manifest.ts";

const parent = mkdtempSync(path.join(os.tmpdir(), "drover-manifest-"));
afterAll(() => rmSync(parent, { recursive: true, force: true }));

function folder(drover: unknown, more: object = {}): string {
  const place = mkdtempSync(path.join(parent, "p-"));
  writeFileSync(path.join(place, "package.json"), JSON.stringify({ name: "drover-plugin-shop", version: "1.0.0", main: "index.js", drover, ...more }));
  writeFileSync(path.join(place, "index.js"), "");
  return place;
}

test("a manifest is read with what it leaves out", () => {
  expect(readPackage(folder({ apiVersion: 1, namespace: "shop" }))).toEqual({
    name: "drover-plugin-shop",
    version: "1.0.0",
    entry: "index.js",
    needs: [],
    manifest: { apiVersion: 1, namespace: "shop", capabilities: [], pageCode: false, verticals: [], dependsOn: [] },
  });
});

test.each<[string, unknown, string]>([
  ["no manifest", undefined, "is not a plugin"],
  ["another API version", { apiVersion: 9, namespace: "shop", whatever: true }, "version 9 of the plugin API"],
  ["a namespace with a dot", { apiVersion: 1, namespace: "a.b" }, "namespace"],
  ["the namespace of a family", { apiVersion: 1, namespace: "canvas" }, "means something else"],
  ["a capability that there is not", { apiVersion: 1, namespace: "shop", capabilities: ["root"] }, "capabilities.0"],
  ["a field that there is not", { apiVersion: 1, namespace: "shop", capabilites: ["read"] }, "capabilites"],
  ["an entry outside", { apiVersion: 1, namespace: "shop", entry: "../../etc/passwd" }, "leads out of the package"],
  ["an entry that is not built yet", { apiVersion: 1, namespace: "shop", entry: "dist/index.js" }, "is not there"],
  ["an extractor whose host is an address", { apiVersion: 1, namespace: "shop", verticals: [{ name: "shop", about: "Goods.", hosts: ["https://shop.example"], tool: "goods" }] }, "verticals.0.hosts.0"],
  ["a dependency that is a path", { apiVersion: 1, namespace: "shop", dependsOn: [{ plugin: "../x" }] }, "not the name of a package"],
])("%s is refused", (_, drover, why) => {
  expect(() => readPackage(folder(drover))).toThrow(why);
});

test("an entry that is a link to elsewhere is refused, and so are links among the files", () => {
  const place = folder({ apiVersion: 1, namespace: "shop", entry: "link.js" });
  symlinkSync(path.join(folder({}), "index.js"), path.join(place, "link.js"));
  expect(() => readPackage(place)).toThrow("a link that leads out");
  expect(() => contentsOf(parent, path.basename(place))).toThrow("is a link");
});

test("the digest is of every file, by name and contents", () => {
  const place = folder({ apiVersion: 1, namespace: "shop" });
  const digest = () => digestOfContents(parent, contentsOf(parent, path.basename(place)));
  const before = digest();
  writeFileSync(path.join(place, "more.js"), "");
  const added = digest();
  writeFileSync(path.join(place, "index.js"), " ");
  expect(new Set([before, added, digest()]).size).toBe(3);
});

test.each([
  ["drover-plugin-shop", true],
  ["@org/drover-plugin-shop", true],
  ["../shop", false],
  ["@org/../shop", false],
  ["/etc", false],
  ["a b", false],
])("%s is the name of a package: %s", (name, is) => expect(isPackageName(name)).toBe(is));
