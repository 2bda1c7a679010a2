import satisfies from "semver/functions/satisfies.js";
import type { Capability } from "../policy/capability.ts";
import type { PluginStatus } from "../tools/pluginEntry.ts";
import type { PluginPackage } from "./manifest.ts";

export interface Candidate {
  name: string;
  /** What it says of itself, or why that cannot be used. */
  found: PluginPackage | { problem: string };
}

export interface Verdict {
  name: string;
  status: PluginStatus;
  reason?: string;
  package?: PluginPackage;
  /** Those that it depends on, and they in turn. */
  dependencies: string[];
}

/**
 * Which of the plugins can be used, in the order in which they are loaded: what another one depends on comes first. Looks only at what they
 * declare.
 */
export function checkPlugins(candidates: readonly Candidate[], enabled: ReadonlySet<Capability>): Verdict[] {
  const packages = new Map(candidates.flatMap(({ name, found }) => ("problem" in found ? [] : [[name, found] as const])));
  const direct = (name: string): string[] => packages.get(name)?.manifest.dependsOn.map(({ plugin }) => plugin) ?? [];
  const verdicts = new Map<string, Verdict>();
  for (const { name, found } of candidates) verdicts.set(name, { name, ...firstLook(name, found), ...("problem" in found ? {} : { package: found }), dependencies: behind(name, direct) });
  // A plugin whose dependency is not loaded is not loaded either, and so on.
  for (let changed = true; changed; ) {
    changed = false;
    for (const verdict of verdicts.values()) {
      const reason = verdict.status === "loaded" ? missing(verdict) : undefined;
      if (reason === undefined) continue;
      verdict.status = "disabled-by-dep-missing";
      verdict.reason = reason;
      changed = true;
    }
  }
  return inOrder([...verdicts.values()]);

  function firstLook(name: string, found: Candidate["found"]): Pick<Verdict, "status" | "reason"> {
    if ("problem" in found) return { status: "load-error", reason: found.problem };
    const { namespace, capabilities } = found.manifest;
    const rival = candidates.find((other) => other.name !== name && !("problem" in other.found) && other.found.manifest.namespace === namespace);
    if (rival) return { status: "disabled-by-namespace-conflict", reason: `${rival.name} calls itself "${namespace}" too; neither is loaded. Remove one of them.` };
    const loop = cycleOf(name, direct);
    if (loop) return { status: "disabled-by-cycle", reason: `it depends on itself: ${loop.join(" → ")}` };
    const beyond = capabilities.filter((capability) => !enabled.has(capability));
    if (beyond.length > 0) return { status: "disabled-by-capability-mismatch", reason: `it needs ${beyond.join(", ")}, which is off for this client. Whoever started it can allow it: DROVER_CAPABILITIES=${[...enabled, ...beyond].join(",")}.` };
    return { status: "loaded" };
  }

  function missing({ name }: Verdict): string | undefined {
    for (const { plugin, version } of packages.get(name)?.manifest.dependsOn ?? []) {
      const there = verdicts.get(plugin);
      if (!there) return `it depends on ${plugin}, which is not installed. Run \`drover plugin install ${plugin}\`.`;
      if (there.package && !satisfies(there.package.version, version, { includePrerelease: true })) return `it depends on ${plugin} ${version}, and ${there.package.version} is installed.`;
      if (there.status !== "loaded") return `it depends on ${plugin}, which is not loaded (${there.status}).`;
    }
    return undefined;
  }
}

function behind(name: string, direct: (name: string) => string[]): string[] {
  const seen = new Set<string>();
  const visit = (each: string): void => {
    for (const next of direct(each)) {
      if (seen.has(next)) continue;
      seen.add(next);
      visit(next);
    }
  };
  visit(name);
  return [...seen].filter((each) => each !== name);
}

/** The way from a plugin back to itself. */
function cycleOf(name: string, direct: (name: string) => string[]): string[] | undefined {
  const visit = (each: string, way: string[]): string[] | undefined => {
    for (const next of direct(each)) {
      if (next === name) return [...way, next];
      if (way.includes(next)) continue;
      const found = visit(next, [...way, next]);
      if (found) return found;
    }
    return undefined;
  };
  return visit(name, [name]);
}

function inOrder(verdicts: Verdict[]): Verdict[] {
  const placed = new Set<string>();
  const ordered: Verdict[] = [];
  const place = (verdict: Verdict): void => {
    if (placed.has(verdict.name)) return;
    placed.add(verdict.name);
    for (const name of verdict.dependencies) {
      const before = verdicts.find((each) => each.name === name);
      if (before) place(before);
    }
    ordered.push(verdict);
  };
  for (const verdict of verdicts.toSorted((a, b) => (a.name < b.name ? -1 : 1))) place(verdict);
  return ordered;
}
