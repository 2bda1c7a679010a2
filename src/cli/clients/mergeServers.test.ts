import { expect, test } from "vitest";
import { parse as parseToml } from "smol-toml";
import { agentClients } from "./agentClients.ts";
import { mergeServers } from "./mergeServers.ts";

const entry = { command: "drover", args: ["mcp"], env: { DROVER_WORKSPACE: ".drover" } };
const client = (name: string) => agentClients.find((each) => each.name === name)!;
const merge = (name: string, text: string | undefined, asked = {}) => mergeServers(text, "the file", client(name), { drover: entry }, asked);

test.each([
  ["claude", { mcpServers: { drover: entry } }],
  ["cursor", { mcpServers: { drover: entry } }],
  ["gemini", { mcpServers: { drover: entry } }],
  ["windsurf", { mcpServers: { drover: entry } }],
  ["vscode", { servers: { drover: { type: "stdio", ...entry } } }],
  ["zed", { context_servers: { drover: { source: "custom", ...entry } } }],
])("%s has its servers where it looks for them", (name, expected) => {
  expect(JSON.parse(merge(name, undefined))).toEqual(expected);
});

test("comments, other settings and what somebody changed stay; doing it again changes nothing", () => {
  const before = `{\n  // mine\n  "theme": "One", /* keep */\n  "context_servers": {\n    "other": { "command": "x" },\n    "drover": { "command": "mine", "env": { "DEBUG": "1" } },\n  },\n}\n`;
  const after = merge("zed", before);
  expect(after).toContain("// mine");
  expect(after).toContain("/* keep */");
  expect(after).toContain(`"other": { "command": "x" }`);
  expect(after).toContain(`"command": "mine"`);
  expect(after).toMatch(/"DEBUG": "1"/);
  expect(after).toContain("DROVER_WORKSPACE");
  expect(merge("zed", after)).toBe(after);
  expect(merge("zed", after, { DEBUG: "2" })).toMatch(/"DEBUG": "2"/);
});

test("TOML is added to at its end and never rewritten", () => {
  const before = `# my settings\nmodel = "x"\n\n[mcp_servers.other]\ncommand = "y"`;
  const after = merge("codex", before);
  expect(after.startsWith(before)).toBe(true);
  expect(parseToml(after)).toMatchObject({ model: "x", mcp_servers: { other: { command: "y" }, drover: entry } });
  expect(merge("codex", after)).toBe(after);
  expect(() => merge("codex", after, { A: "b" })).toThrow("only added to");
});

test.each([["claude", "not json"], ["claude", "[]"], ["vscode", `{"servers": 1}`], ["codex", "= broken"]])("what cannot be read is not overwritten: %s %s", (name, text) => {
  expect(() => merge(name, text)).toThrow("is there but is not");
});
