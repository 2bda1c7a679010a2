import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/** What each room may import, as docs/architecture.md draws it. Anything in a room may use the room itself. */
const rooms: Record<string, string[]> = {
  "src/protocol": [],
  "src/client": ["src/protocol", "src/config/home.ts"],
  "src/cli": ["src/client", "src/protocol", "src/config/home.ts", "src/generated", "src/repl/main.ts"],
  "src/repl": ["src/cli", "src/client", "src/protocol", "src/config/home.ts", "src/generated"],
  "src/sdk": ["src/client", "src/protocol", "src/config/home.ts", "src/generated"],
  "src/mcp": ["src/client", "src/protocol", "src/config/home.ts", "src/generated"],
  "src/page": [],
};

const exceptions: Record<string, string[]> = {
  // Only the bundle of the machine's commands knows browsers as processes, and judges the environment.
  "src/cli/machine": ["src/browser", "src/cli", "src/config/config.ts", "src/security/redactUrl.ts"],
  // `drover/session` attaches without a daemon: it holds an engine itself.
  "src/sdk/session": ["src/browser", "src/engine", "src/page", "src/session", "src/tools"],
};

function* sources(dir: string): Generator<string> {
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const file = `${dir}/${entry.name}`;
    if (entry.isDirectory()) yield* sources(file);
    else if (entry.name.endsWith(".ts") && !entry.name.endsWith(".test.ts")) yield file;
  }
}

function importsOf(file: string): string[] {
  const code = readFileSync(file, "utf8");
  const found = [...code.matchAll(/(?:from|import\()\s*"(\.{1,2}\/[^"]+)"/g)].map(([, wanted = ""]) => wanted);
  return found.map((wanted) => path.posix.normalize(path.posix.join(path.posix.dirname(file), wanted)));
}

test.each(Object.entries(rooms))("%s imports only what it may", (room, allowed) => {
  const wrong = [...sources(room)].flatMap((file) => {
    const extra = Object.entries(exceptions).find(([place]) => file.startsWith(place))?.[1] ?? [];
    // What went wrong may be noted from everywhere but the wire and the page.
    const may = [room, ...allowed, ...extra, ...(allowed.length > 0 ? ["src/diagnosis"] : [])];
    return importsOf(file)
      .filter((wanted) => !may.some((place) => wanted === place || wanted.startsWith(`${place}/`)))
      .map((wanted) => `${file} → ${wanted}`);
  });
  expect(wrong).toEqual([]);
});

test("only the engines know a browser's protocol", () => {
  const wrong = [...sources("src")].filter(
    (file) => !file.startsWith("src/engine/") && /from "(ws|devtools-protocol[^"]*)"|from "[^"]*engine\/(chromium|firefox)\//.test(readFileSync(file, "utf8")),
  );
  expect(wrong).toEqual([]);
});

test("tools and sessions know what an engine can do, and no engine", () => {
  const wrong = [...sources("src/tools"), ...sources("src/session"), ...sources("src/dispatch")].flatMap((file) =>
    importsOf(file)
      .filter((wanted) => wanted.startsWith("src/engine/") && wanted !== "src/engine/port.ts")
      .map((wanted) => `${file} → ${wanted}`),
  );
  expect(wrong).toEqual([]);
});
