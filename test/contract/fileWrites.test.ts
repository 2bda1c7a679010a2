import { readFileSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";

/** What changes the disk. */
const changes = /^(?:append|chmod|chown|copy|cp|create|fchmod|ftruncate|link|mkdir|mkdtemp|open|rename|rm|symlink|truncate|unlink|write)/;

/** Those who write by themselves, and why. */
const exceptions: Record<string, string> = {
  "src/session/state/originsSeen.ts": "a note in a browser's own profile, which ends with it; it is nobody's file",
};

const sources = ["src/tools", "src/session"].flatMap((room) =>
  readdirSync(room, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .map((file) => `${room}/${file.replaceAll("\\", "/")}`),
);

/** The names that a file takes from node:fs; one that takes the whole module could do anything. */
function takenFromFs(file: string): string[] {
  const code = readFileSync(file, "utf8");
  const imports = [...code.matchAll(/import\s+(type\s+)?([^;]*?)\s+from\s+"(?:node:)?fs(?:\/promises)?"/g)].filter(([, onlyTypes]) => !onlyTypes);
  const names = imports.flatMap(([, , what = ""]) => (what.startsWith("{") ? what.replace(/[{}]/g, "").split(",").map((name) => name.trim()) : ["write*"]));
  const otherwise = /(?:import|require|getBuiltinModule)\(\s*"(?:node:)?fs(?:\/promises)?"/.test(code) ? ["write*"] : [];
  return [...names, ...otherwise].filter(Boolean);
}

test("tools and sessions write files through src/files, and nowhere by themselves", () => {
  const writers = sources.filter((file) => takenFromFs(file).some((name) => changes.test(name)));
  expect(writers).toEqual(Object.keys(exceptions));
});

test("tools and sessions know a place in the workspace only through the store", () => {
  // `Artifacts` end with their session and are in the daemon's folder; names in it are checked by the same function.
  const users = sources.filter((file) => readFileSync(file, "utf8").includes("files/workspacePath.ts"));
  expect(users).toEqual(["src/session/state/artifacts.ts"]);
});
