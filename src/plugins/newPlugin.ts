import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { writeWholeSync } from "../files/wholeFile.ts";
import { DroverError } from "../protocol/errors.ts";
import { VERSION } from "../protocol/version.ts";
import { isPackageName, NAMESPACE } from "./manifest.ts";

export interface NewPlugin {
  name: string;
  folder: string;
  files: string[];
  tool: string;
}

/** Makes a plugin that can be installed as it is: a manifest, a tool, a test of it in a real browser, and what it takes to publish it. */
export function newPlugin(given: string, folder: string | undefined, cwd: string): NewPlugin {
  const namespace = given.replace(/^(?:@[^/]+\/)?(?:drover-)?plugin-/, "").replaceAll(/[-.]/g, "_");
  const name = /plugin-/.test(given) ? given : `drover-plugin-${given}`;
  if (!isPackageName(name) || !NAMESPACE.test(namespace))
    throw new DroverError("bad-input", `"${given}" cannot be a plugin's name`, { hint: "Take 2 to 32 of a-z, 0-9 and -, beginning with a letter." });
  const place = path.resolve(cwd, folder ?? name.replace(/^@[^/]+\//, ""));
  if (existsSync(place) && readdirSync(place).length > 0) throw new DroverError("bad-path", `${place} is there already, and not empty`, { hint: "Name another folder: `drover plugin new NAME FOLDER`." });
  const files = contents(name, namespace);
  for (const [file, text] of Object.entries(files)) writeWholeSync(path.join(place, file), text);
  return { name, folder: place, files: Object.keys(files), tool: `${namespace}.headings` };
}

const contents = (name: string, namespace: string): Record<string, string> => ({
  "package.json": `${JSON.stringify(
    {
      name,
      version: "0.1.0",
      description: `Tools for Drover: ${namespace}`,
      license: "MIT",
      type: "module",
      main: "src/index.js",
      files: ["src"],
      keywords: ["drover-plugin"],
      drover: { apiVersion: 1, namespace, capabilities: ["read"], pageCode: true, dependsOn: [] },
      scripts: { build: "tsc -p .", test: "node --test", prepublishOnly: "npm run build && npm test" },
      devDependencies: { drover: `^${VERSION}`, typescript: "^5.9.0" },
    },
    undefined,
    2,
  )}\n`,
  "src/index.js": `import { definePlugin, defineTool, ToolError, z } from "drover/plugin";

const headings = defineTool({
  name: "${namespace}.headings",
  capability: "read",
  effect: "read",
  needs: "page",
  tells: "page",
  summary: "List the page's headings.",
  input: z.object({ level: z.number().int().min(1).max(6).optional().describe("1 to 6; all unless given") }),
  output: z.object({ ok: z.literal(true), headings: z.array(z.object({ level: z.number(), text: z.string() })) }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{}, { level: 1 }],
  cli: { positional: ["level"] },
  run: async (api, { level }) => {
    // Runs in the page: it sees the page and its argument, nothing of this module.
    const found = await api.page.evaluate(
      (only) => Array.from(document.querySelectorAll(only ? "h" + only : "h1,h2,h3,h4,h5,h6"), (heading) => ({ level: Number(heading.tagName[1]), text: (heading.textContent ?? "").trim() })),
      level,
    );
    if (found.length === 0) throw new ToolError("not-found", "the page has no such headings", "Leave out \`level\`, or open another page.");
    return { ok: /** @type {const} */ (true), headings: found };
  },
});

export default definePlugin({ tools: [headings] });
`,
  "test/headings.test.js": `import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { tryPlugin } from "drover/plugin-test";

/** @type {import("drover/plugin-test").TriedPlugin} */
let plugin;

before(async () => {
  plugin = await tryPlugin(new URL("..", import.meta.url));
});
after(() => plugin?.close());

test("lists the headings of a page", async () => {
  await plugin.show("<h1>One</h1><h2>Two</h2>");
  assert.deepEqual(await plugin.call("${namespace}.headings"), { ok: true, headings: [{ level: 1, text: "One" }, { level: 2, text: "Two" }] });
});

test("says so when there are none", async () => {
  await plugin.show("<p>plain</p>");
  await assert.rejects(plugin.call("${namespace}.headings", { level: 3 }), { code: "not-found" });
});
`,
  "tsconfig.json": `${JSON.stringify({ compilerOptions: { target: "ES2022", lib: ["ES2022", "DOM", "DOM.Iterable"], module: "NodeNext", moduleResolution: "NodeNext", strict: true, checkJs: true, allowJs: true, noEmit: true, skipLibCheck: true }, include: ["src"] }, undefined, 2)}\n`,
  "README.md": `# ${name}

Tools for [Drover](https://www.npmjs.com/package/drover).

\`\`\`sh
drover plugin install ${name}
drover ${namespace}.headings
\`\`\`
`,
  ".gitignore": "node_modules\n",
});
