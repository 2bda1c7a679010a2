import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import manifestJson from "../generated/cli.json" with { type: "json" };
import { commands } from "./commands/index.ts";
import { completionScript } from "./completionScript.ts";
import { elsewhere } from "./elsewhere.ts";
import { commandHelp, overview, ownHelp } from "./help.ts";
import { commandName, type Manifest } from "./manifest.ts";
import { parseCommand } from "./parseCommand.ts";
import { splitLine } from "./repl/splitLine.ts";
import { ownCommands } from "./ownCommands.ts";

const manifest = manifestJson as unknown as Manifest;
const noSources = { file: (path: string) => expect.unreachable(path), stdin: () => expect.unreachable() };
const people = { columns: 80, color: false };

test("the hot path knows exactly the commands that the second bundle has", () =>
  expect([...ownCommands].sort()).toEqual([...commands.map(({ name }) => name), "help"].sort()));

test("no tool is hidden behind a command of the same name", () => {
  const tools = Object.values(manifest).flatMap(({ tool, aliases = [] }) => [tool, ...aliases].map(commandName));
  // With an element it is the tool: test/e2e/inspect.test.ts.
  expect(tools.filter((name) => ownCommands.has(name))).toEqual(["inspect"]);
});

test.each(Object.values(manifest).map((command) => [command.tool, command] as const))("%s has a help page with an example", (tool, command) => {
  const page = commandHelp(command, people);
  expect(page).toContain(`drover ${commandName(tool)}`);
  expect(page).toContain("Examples");
  for (const slot of command.positional ?? []) expect(slot === "target" || slot in command.args, `${tool} ${slot}`).toBe(true);
});

test.each(Object.values(manifest).map((command) => [command.tool, command] as const))("the examples of %s mean what they stand for", (_, command) => {
  const lines = commandHelp(command, people).split("Examples\n")[1]?.split("\n") ?? [];
  for (const [index, example] of command.examples.entries()) {
    const [, , ...argv] = splitLine(lines[index]?.trim() ?? "");
    expect(parseCommand(command, argv, noSources).input, lines[index]).toEqual(example);
  }
});

test.each(commands.map((command) => [command.name, command] as const))("%s has a help page", (name, command) =>
  expect(ownHelp(command, people)).toContain(`drover ${name}`));

test("the overview lists every command once", () => {
  const text = overview(commands, manifest, people);
  for (const name of new Set([...commands.map((command) => command.name), ...Object.keys(manifest).map(commandName)]))
    expect(text.split("\n").filter((line) => `${line} `.startsWith(`  ${name} `)), name).toHaveLength(1);
});

test("bash accepts its completion script and completes with it", () => {
  const script = completionScript("bash", commands, manifest);
  const complete = (...words: string[]) =>
    execFileSync("bash", ["-c", `${script}\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length - 1}; _drover; echo "\${COMPREPLY[@]}"`], { encoding: "utf8" }).trim().split(" ");
  expect(complete("drover", "open-")).toEqual(["open-session"]);
  expect(complete("drover", "daemon", "st")).toEqual(["start", "stop", "status"]);
  expect(complete("drover", "navigate", "--u")).toContain("--url");
  expect(complete("drover", "open", "--engine", "f")).toEqual(["firefox"]);
  expect(complete("drover", "mcp", "--")).toEqual(["--http", "--auth", "--host", "--public-url", "--issuer", "--scope", "--days", "--tools", "--session", "--results", "--help"]);
  expect(complete("drover", "--session", "x", "-v", "open-")).toEqual(["open-session"]);
  expect(complete("drover", "--session", "x", "daemon", "sta")).toEqual(["start", "status"]);
  expect(complete("drover", "--session", "")).toEqual([""]);
  expect(complete("drover", "help", "open-")).toEqual(["open-session"]);
});

test("the scripts for zsh and fish name every tool", () => {
  for (const shell of ["zsh", "fish"] as const) {
    const script = completionScript(shell, commands, manifest);
    for (const name of Object.keys(manifest)) expect(script).toContain(commandName(name));
  }
});

test("what other tools have a word for is said with commands that are there", () => {
  const known = new Set([...ownCommands, ...Object.values(manifest).flatMap(({ tool, aliases = [] }) => [tool, ...aliases].map(commandName))]);
  expect(Object.values(elsewhere).filter((words) => !known.has(words.split(" ")[1]!))).toEqual([]);
  expect(Object.keys(elsewhere).filter((word) => known.has(word))).toEqual([]);
});
