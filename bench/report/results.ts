import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Driver } from "../drivers/driver.ts";
import { type Summary, summarize } from "../measure.ts";
import type { Measurement } from "../parts/part.ts";
import { peers, repository } from "../workplace.ts";

export interface PartResults {
  title: string;
  ranAt: string;
  rounds: number;
  measurements: Measurement[];
}

export interface ToolUnderTest {
  name: string;
  version: string;
  notes: readonly string[];
}

export interface Results {
  machine: { cpu: string; cores: number; memoryGb: number; node: string; chromium: string; flags: readonly string[] };
  tools: ToolUnderTest[];
  /** A run of one part replaces that part and keeps the others. */
  parts: Record<string, PartResults>;
}

export const resultsFile = path.join(repository, "bench", "results.json");

export function readParts(): Results["parts"] {
  if (!existsSync(resultsFile)) return {};
  return (JSON.parse(readFileSync(resultsFile, "utf8")) as Results).parts;
}

export function writeResults(results: Results): void {
  const rounded = (key: string, value: unknown): unknown => (typeof value === "number" && key !== "" ? Math.round(value * 100) / 100 : value);
  writeFileSync(resultsFile, `${JSON.stringify(results, rounded, 1)}\n`);
}

export const describeMachine = (chromium: string, flags: readonly string[]): Results["machine"] => ({
  cpu: os.cpus()[0]?.model ?? "unknown",
  cores: os.cpus().length,
  memoryGb: Math.round(os.totalmem() / 2 ** 30),
  node: process.version,
  chromium: execFileSync(chromium, ["--version"], { encoding: "utf8" }).trim(),
  flags,
});

export const describeTool = ({ name, package: packageName, notes }: Driver): ToolUnderTest => ({ name, version: versionOf(packageName), notes });

function versionOf(packageName: string): string {
  const folders = packageName === "drover" ? [repository] : [path.join(peers, packageName), path.join(repository, "node_modules", packageName)];
  const folder = folders.find((each) => existsSync(path.join(each, "package.json")));
  if (folder === undefined) return "unknown";
  const { version } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as { version: string };
  return version;
}

/** The one measurement of a tool's work on a page, if it was made. */
export function lookUp(results: Pick<Results, "parts">, part: string, tool: string, page?: string): Measurement | undefined {
  return results.parts[part]?.measurements.find((each) => each.tool === tool && (page === undefined || each.page === page));
}

export function timeOf(results: Pick<Results, "parts">, part: string, tool: string, page?: string): Summary | undefined {
  const samples = lookUp(results, part, tool, page)?.samples ?? [];
  return samples.length === 0 ? undefined : summarize(samples);
}
