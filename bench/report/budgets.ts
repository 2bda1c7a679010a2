import { count, growthExponent, megabytes, milliseconds } from "../measure.ts";
import type { Driver } from "../drivers/driver.ts";
import { rawCdp, rawCdpListening } from "../drivers/rawCdp.ts";
import type { Measurement } from "../parts/part.ts";
import { guardOff, guardOn } from "../parts/guard.ts";
import { withoutSecrets, withSecrets } from "../parts/masking.ts";
import { stepAtRest, withoutRecords } from "../parts/records.ts";
import { videoOff, videoOn } from "../parts/video.ts";
import { inEngine } from "../parts/told.ts";
import { frameShown, keyPressed, thumbnails, unwatched, watched } from "../parts/watching.ts";
import { everyTool } from "../parts/toolList.ts";
import { nothing } from "../parts/warmCli.ts";
import { type Results, lookUp, timeOf } from "./results.ts";

export interface Verdict {
  what: string;
  target: string;
  measured: string;
  /** Absent where nothing was measured. */
  holds?: boolean;
}

type Measured = Pick<Results, "parts">;

interface Budget {
  what: string;
  target: string;
  judge(results: Measured): { measured: string; holds: boolean } | undefined;
}

const ours = "Drover";
const ourCli = "Drover CLI";
const slowPeers = ["@playwright/mcp", "chrome-devtools-mcp"];

function atMost(part: string, page: string, limit: number): Budget["judge"] {
  return (results) => {
    const time = timeOf(results, part, ours, page)?.median;
    return time === undefined ? undefined : { measured: milliseconds(time), holds: time <= limit };
  };
}

const times = (share: number): string => `${share.toFixed(2)} ×`;

/** At most `limit` times the best of the peers that the design names, in the same run. */
function shareOfBest(part: string, page: string, limit: number): Budget["judge"] {
  return (results) => {
    const time = timeOf(results, part, ours, page)?.median;
    const best = Math.min(...slowPeers.flatMap((peer) => timeOf(results, part, peer, page)?.median ?? []));
    return time === undefined || !Number.isFinite(best) ? undefined : { measured: times(time / best), holds: time / best <= limit };
  };
}

const tokensAtMost =
  (part: string, page: string, limit: number): Budget["judge"] =>
  (results) => {
    const tokens = lookUp(results, part, ours, page)?.tokens;
    return tokens === undefined ? undefined : { measured: count(tokens), holds: tokens <= limit };
  };

const warmCall: Budget["judge"] = (results) => {
  const call = timeOf(results, "cli", ourCli, "eval")?.median;
  const bare = timeOf(results, "cli", nothing)?.median;
  return call === undefined || bare === undefined ? undefined : { measured: times(call / bare), holds: call / bare <= 1.25 };
};

const coldStart =
  (peer: string): Budget["judge"] =>
  (results) => {
    const mine = timeOf(results, "cold", ourCli)?.median;
    const other = timeOf(results, "cold", peer)?.median;
    return mine === undefined || other === undefined
      ? undefined
      : { measured: `${milliseconds(mine)} against ${milliseconds(other)}`, holds: mine <= other };
  };

/** At most `limit` times what another tool needs for the same work in the same run. */
const nextTo =
  (part: string, page: string, other: string, limit: number, mine = ours): Budget["judge"] =>
  (results) => {
    const time = timeOf(results, part, mine, page)?.median;
    const theirs = timeOf(results, part, other, page)?.median;
    return time === undefined || theirs === undefined ? undefined : { measured: times(time / theirs), holds: time / theirs <= limit };
  };

/** On every page that both were measured on. */
const nowhereSlower =
  (part: string, other: string): Budget["judge"] =>
  (results) => {
    const shares = (results.parts[part]?.measurements ?? []).flatMap(({ tool, page }) => {
      const [time, theirs] = tool === ours ? [timeOf(results, part, ours, page)?.median, timeOf(results, part, other, page)?.median] : [];
      return time === undefined || theirs === undefined ? [] : [time / theirs];
    });
    return shares.length === 0 ? undefined : { measured: `${times(Math.max(...shares))} at worst`, holds: shares.every((share) => share <= 1) };
  };

const aheadOfAll =
  (part: string, page: string): Budget["judge"] =>
  (results) => {
    const time = timeOf(results, part, ours, page)?.median;
    const others = (results.parts[part]?.measurements ?? []).filter(({ tool, surface }) => surface === "mcp" && tool !== ours).flatMap(({ tool }) => timeOf(results, part, tool, page)?.median ?? []);
    return time === undefined || others.length === 0 ? undefined : { measured: `${milliseconds(time)} against ${milliseconds(Math.min(...others))}`, holds: others.every((other) => time < other) };
  };

const findAgainstRawWalk: Budget["judge"] = (results) => {
  const search = timeOf(results, "find", ours, "table-10000")?.median;
  const walk = timeOf(results, "snapshot", rawCdp.name, "table-10000")?.median;
  return search === undefined || walk === undefined ? undefined : { measured: times(search / walk), holds: search / walk <= 2 };
};

const commandWithin =
  (page: string, limit: number): Budget["judge"] =>
  (results) => {
    const time = timeOf(results, "cli", ourCli, page)?.median;
    return time === undefined ? undefined : { measured: milliseconds(time), holds: time <= limit };
  };

const characters: Budget["judge"] = (results) => {
  const found = lookUp(results, "snapshot", ours, "table-1000")?.characters;
  return found === undefined ? undefined : { measured: count(found), holds: found <= 24_000 };
};

const findAgainstWalk: Budget["judge"] = (results) => {
  const search = timeOf(results, "find", ours, "table-1000")?.median;
  const walk = timeOf(results, "snapshot", ours, "table-1000")?.median;
  return search === undefined || walk === undefined ? undefined : { measured: times(search / walk), holds: search / walk <= 1.5 };
};

const linear: Budget["judge"] = (results) => {
  const points = ["table-1000", "table-10000"].flatMap((page) => {
    const line = lookUp(results, "snapshot", ours, page);
    const cost = timeOf(results, "snapshot", ours, page)?.median;
    return line?.elements === undefined || cost === undefined ? [] : [{ size: line.elements, cost }];
  });
  const exponent = growthExponent(points);
  return Number.isNaN(exponent) ? undefined : { measured: `size to the power ${exponent.toFixed(2)}`, holds: exponent <= 1.1 };
};

const everyCorpusPage: Budget["judge"] = (results) => {
  const pages = results.parts["corpus"]?.measurements.filter(({ tool }) => tool === ours) ?? [];
  if (pages.length === 0) return undefined;
  const failed = pages.filter(({ failure }) => failure !== undefined).length;
  const largest = Math.max(...pages.map(({ tokens }) => tokens ?? 0));
  return { measured: `${count(largest)} at most${failed > 0 ? `, ${failed} failed` : ""}`, holds: largest <= 6_000 && failed === 0 };
};

const memoryAt = (results: Measured, sessions: number): number | undefined => lookUp(results, "memory", ours, `${sessions} sessions`)?.counts?.["resident"];

const heldAt =
  (sessions: number, limit: number): Budget["judge"] =>
  (results) => {
    const found = memoryAt(results, sessions);
    return found === undefined ? undefined : { measured: megabytes(found), holds: found <= limit * 1_048_576 };
  };

const furtherSessions: Budget["judge"] = (results) => {
  const one = memoryAt(results, 1);
  const more = memoryAt(results, 50) === undefined ? 10 : 50;
  const many = memoryAt(results, more);
  if (one === undefined || many === undefined) return undefined;
  const each = (many - one) / (more - 1);
  return { measured: `${megabytes(each)} each, of ${more}`, holds: each <= 4 * 1_048_576 };
};

const floodedNextTo = (floor: Driver): Budget["judge"] => (results) => {
  const mine = timeOf(results, "flood", ours)?.median;
  const bare = timeOf(results, "flood", floor.name)?.median;
  return mine === undefined || bare === undefined ? undefined : { measured: times(mine / bare), holds: mine / bare <= 1.15 };
};

/** The best of each: what else the machine does only adds. */
const guardedFlood: Budget["judge"] = (results) => {
  const [on, off] = [guardOn, guardOff].map((tool) => timeOf(results, "guard", tool)?.min);
  return on === undefined || off === undefined ? undefined : { measured: times(on / off), holds: on / off <= 1.1 };
};

const masked: Budget["judge"] = (results) => {
  const [some, none] = [withSecrets, withoutSecrets].map((tool) => timeOf(results, "masking", tool)?.min);
  return some === undefined || none === undefined ? undefined : { measured: times(some / none), holds: some / none <= 1.05 };
};

const filmedClick: Budget["judge"] = (results) => {
  const [on, off] = [videoOn, videoOff].map((tool) => timeOf(results, "video", tool)?.median);
  return on === undefined || off === undefined ? undefined : { measured: times(on / off), holds: on / off <= 1.25 };
};

const unrecorded: Budget["judge"] = (results) => {
  const [step, call] = [stepAtRest, withoutRecords].map((tool) => timeOf(results, "records", tool)?.median);
  return step === undefined || call === undefined ? undefined : { measured: `${(1_000 * step).toFixed(2)} µs, ${((100 * step) / call).toFixed(3)} %`, holds: step / call <= 0.001 };
};

const archived: Budget["judge"] = (results) => {
  const lines = results.parts["exports"]?.measurements ?? [];
  const worst = Math.max(...lines.map(({ counts, failure }) => (failure === undefined ? (counts?.["differs"] ?? 100) : 100)));
  return lines.length === 0 ? undefined : { measured: `${worst.toFixed(2)} % at worst`, holds: worst < 1 };
};

const watchedClick: Budget["judge"] = (results) => {
  const [on, off] = [watched, unwatched].map((tool) => timeOf(results, "watching", tool)?.median);
  return on === undefined || off === undefined ? undefined : { measured: times(on / off), holds: on / off <= 1.15 };
};

const watchedWithin =
  (tool: string, limit: number): Budget["judge"] =>
  (results) => {
    const time = timeOf(results, "watching", tool)?.median;
    return time === undefined ? undefined : { measured: milliseconds(time), holds: time <= limit };
  };

const thumbnailCost: Budget["judge"] = (results) => {
  const share = lookUp(results, "watching", thumbnails)?.counts?.["Drover %"];
  return share === undefined ? undefined : { measured: `${share.toFixed(1)} % of a core`, holds: share <= 15 };
};

/** The effect that was told least often. */
const toldInOwnAnswer =
  (tool: string): Budget["judge"] =>
  (results) => {
    const lines = results.parts["told"]?.measurements.filter((line) => line.tool === tool && line.page !== "nothing" && line.counts !== undefined) ?? [];
    if (lines.length === 0) return undefined;
    const share = ({ counts }: Measurement) => (counts?.["right"] ?? 0) / (counts?.["of"] ?? Number.NaN);
    const worst = lines.reduce((a, b) => (share(b) < share(a) ? b : a));
    return { measured: `${count(worst.counts?.["right"] ?? 0)} of ${count(worst.counts?.["of"] ?? 0)} (${worst.page}), of ${lines.length} effects the worst`, holds: share(worst) >= 0.95 };
  };

const beginsNothing =
  (tool: string): Budget["judge"] =>
  (results) => {
    const time = timeOf(results, "told", tool, "nothing")?.median;
    return time === undefined ? undefined : { measured: milliseconds(time), holds: time <= 60 };
  };

const networkCommand: Budget["judge"] = (results) => {
  const mine = timeOf(results, "cli", ourCli, "network")?.median;
  const warm = timeOf(results, "cli", ourCli, "eval")?.median;
  return mine === undefined || warm === undefined ? undefined : { measured: times(mine / warm), holds: mine / warm <= 1.5 };
};

const quietClick: Budget["judge"] = (results) => {
  const tokens = lookUp(results, "endurance", ours)?.counts?.["quietClickTokens"];
  return tokens === undefined ? undefined : { measured: count(tokens), holds: tokens <= 250 };
};

const thousandClicks: Budget["judge"] = (results) => {
  const line = lookUp(results, "endurance", ours);
  if (line === undefined) return undefined;
  const grew = line.counts?.["grew"] ?? 0;
  return { measured: line.failure ?? `${count(line.samples.length)} done, ${megabytes(grew)} more memory`, holds: line.failure === undefined && grew < 16 * 1_048_576 };
};

/** A few megabytes are how V8 breathes; a leak of one object for each action or session is more. */
const soaked: Budget["judge"] = (results) => {
  const line = lookUp(results, "soak", ours);
  if (line?.counts === undefined) return undefined;
  const [actions, sessions, grew, files] = ["actions", "sessions", "grew", "filesGrew"].map((name) => line.counts?.[name] ?? Number.NaN) as [number, number, number, number];
  return { measured: line.failure ?? `${count(actions)} and ${count(sessions)} done, ${megabytes(grew)} and ${count(files)} files more`, holds: line.failure === undefined && grew <= 8 * 1_048_576 && files <= 4 };
};

const fiftySessions: Budget["judge"] = (results) => {
  const lines = results.parts["memory"]?.measurements.filter(({ tool }) => tool === ours) ?? [];
  if (lines.length === 0) return undefined;
  const failure = lines.find((line) => line.failure !== undefined)?.failure;
  return { measured: failure ?? `${lines.length > 2 ? 50 : 10} opened`, holds: failure === undefined && lines.length > 2 };
};

/** One line of the part about analysis next to another one. */
function analysed(page: string, nextTo: string, limit: number): Budget["judge"] {
  return (results) => {
    const time = timeOf(results, "analysis", ours, page)?.median;
    const other = timeOf(results, "analysis", ours, nextTo)?.median;
    return time === undefined || other === undefined ? undefined : { measured: times(time / other), holds: time / other <= limit };
  };
}

const analysisMemory: Budget["judge"] = (results) => {
  const grew = lookUp(results, "analysis", ours, "perf_insights, 100 MB")?.counts?.["grew"];
  return grew === undefined ? undefined : { measured: megabytes(grew), holds: grew <= 600 * 1_048_576 };
};

/** Both shares on one set of pages, and ahead of every other reader there. */
function readsWell(set: string): Budget["judge"] {
  return (results) => {
    const lines = results.parts["reading"]?.measurements.filter(({ page, counts }) => page === set && counts !== undefined) ?? [];
    const own = lines.find(({ tool }) => tool === ours)?.counts;
    if (!own) return undefined;
    const [kept, dropped] = [own["kept"] ?? 0, own["dropped"] ?? 0];
    const worth = (counts: Record<string, number> = {}) => (counts["kept"] ?? 0) + (counts["dropped"] ?? 0);
    const ahead = lines.every(({ tool, counts }) => tool === ours || worth(counts) <= worth(own));
    return { measured: `${kept.toFixed(1)} % kept, ${dropped.toFixed(1)} % dropped${ahead ? "" : ", behind another reader"}`, holds: kept >= 95 && dropped >= 90 && ahead };
  };
}

const scrapedNextToFetch: Budget["judge"] = (results) => {
  const time = timeOf(results, "web", ours, "web_scrape fast as html, 250 KB")?.median;
  const bare = timeOf(results, "web", ours, "bare fetch, 250 KB")?.median;
  return time === undefined || bare === undefined ? undefined : { measured: times(time / bare), holds: time / bare <= 1.3 };
};

const hundredAddresses: Budget["judge"] = (results) => {
  const counts = lookUp(results, "web", ours, "100 addresses at once")?.counts;
  return counts === undefined ? undefined : { measured: `${megabytes(counts["held"] ?? 0)} held, ${megabytes(counts["grew"] ?? 0)} of them for it`, holds: (counts["grew"] ?? 0) <= 150 * 1_048_576 };
};

/** design.md's budgets and the numbers that the issues add to them. */
export const budgets: readonly Budget[] = [
  { what: "warm CLI call", target: "≤ 1.25 × node -e 0", judge: warmCall },
  { what: "cold `drover open` of a local page", target: "ahead of agent-browser", judge: coldStart("agent-browser") },
  { what: "cold `drover open` of a local page", target: "ahead of @playwright/cli", judge: coldStart("@playwright/cli") },
  ...["eval", "click", "snapshot", "network"].map((command) => ({ what: `warm \`drover ${command}\``, target: "≤ 0.6 × agent-browser", judge: nextTo("cli", command, "agent-browser", 0.6, ourCli) })),
  { what: "`drover --version`", target: "≤ 5 ms", judge: commandWithin("--version", 5) },
  { what: "a mistyped command", target: "≤ 5 ms", judge: commandWithin("a mistyped word", 5) },
  { what: "cold `drover open` of a local page", target: "≤ 0.9 × agent-browser", judge: nextTo("cold", "form", "agent-browser", 0.9, ourCli) },
  { what: "MCP from `initialize` to the first page", target: "ahead of every peer", judge: aheadOfAll("cold", "form") },
  { what: "MCP click with its result", target: "≤ agent-browser's without one", judge: nextTo("click", "form", "agent-browser mcp", 1) },
  { what: "MCP click with its result, 13,000 elements", target: "≤ agent-browser's without one", judge: nextTo("click", "table-1000", "agent-browser mcp", 1) },
  { what: "MCP fill of ten fields", target: "≤ 1.5 × raw CDP", judge: nextTo("fill", "form", rawCdp.name, 1.5) },
  { what: "find, 130,000 elements", target: "≤ 2 × the raw walk", judge: findAgainstRawWalk },
  { what: "screenshot, every page", target: "no slower than chrome-devtools-mcp", judge: nowhereSlower("screenshot", "chrome-devtools-mcp") },
  { what: "MCP evaluate", target: "≤ 10 ms", judge: atMost("evaluate", "form", 10) },
  { what: "MCP click with its full result", target: "≤ 60 ms", judge: atMost("click", "form", 60) },
  { what: "MCP click with its full result", target: "≤ ⅓ of the best of @playwright/mcp and chrome-devtools-mcp", judge: shareOfBest("click", "form", 1 / 3) },
  ...Object.values(inEngine).flatMap((tool): Budget[] => [
    { what: `clicks with effects after 0, 50, 120, 250 ms, IndexedDB, a cache, a worker (${tool})`, target: "≥ 95 of 100 told in the click's own answer, each", judge: toldInOwnAnswer(tool) },
    { what: `a click that starts nothing (${tool})`, target: "≤ 60 ms", judge: beginsNothing(tool) },
  ]),
  { what: "MCP click, 13,000 elements", target: "≤ 120 ms", judge: atMost("click", "table-1000", 120) },
  { what: "MCP fill of ten fields", target: "≤ 150 ms", judge: atMost("fill", "form", 150) },
  { what: "snapshot, 13,000 elements", target: "≤ 150 ms", judge: atMost("snapshot", "table-1000", 150) },
  { what: "snapshot, 13,000 elements", target: "≤ ¼ of the best of @playwright/mcp and chrome-devtools-mcp", judge: shareOfBest("snapshot", "table-1000", 1 / 4) },
  { what: "snapshot, 13,000 elements", target: "≤ 24,000 characters", judge: characters },
  { what: "snapshot of every page of the corpus", target: "≤ 6,000 tokens", judge: everyCorpusPage },
  { what: "snapshot, 13,000 to 130,000 elements", target: "grows linearly", judge: linear },
  { what: "find, 13,000 elements", target: "≤ 1.5 × snapshot", judge: findAgainstWalk },
  { what: "tools/list by default", target: "≤ 4,000 tokens", judge: tokensAtMost("tools", "by default", 4_000) },
  { what: "tools/list with everything", target: "≤ 25,000 tokens", judge: tokensAtMost("tools", everyTool, 25_000) },
  { what: "daemon, one session", target: "≤ 130 MB", judge: heldAt(1, 130) },
  { what: "daemon, one session", target: "≤ 60 MB", judge: heldAt(1, 60) },
  { what: "daemon, 200 sessions", target: "≤ 150 MB", judge: heldAt(200, 150) },
  { what: "daemon, each further session", target: "≤ 4 MB", judge: furtherSessions },
  { what: "50 incognito sessions", target: "open and navigate without an error", judge: fiftySessions },
  { what: "a click that changes nothing", target: "≤ 250 tokens", judge: quietClick },
  { what: "1,000 clicks in one session", target: "no failure, no growth beyond the rings", judge: thousandClicks },
  { what: "10,000 actions, 1,000 sessions opened and closed", target: "no failure, ≤ 8 MB more, no files left open", judge: soaked },
  { what: "5,000 requests and 20,000 console lines", target: "page ≤ 1.15 × raw CDP that is told the same and keeps nothing", judge: floodedNextTo(rawCdpListening) },
  { what: "5,000 requests and 20,000 console lines", target: "page ≤ 1.15 × raw CDP that is told nothing", judge: floodedNextTo(rawCdp) },
  { what: "5,000 requests and 20,000 console lines, guard on", target: "page ≤ 1.1 × guard off", judge: guardedFlood },
  { what: "13,000 elements without folding, 32 secrets", target: "≤ 1.05 × without any", judge: masked },
  { what: "diagnostics that nobody asked for", target: "≤ 0.1 % of a call's processor time", judge: unrecorded },
  { what: "a click while the page is filmed", target: "≤ 1.25 × without a video", judge: filmedClick },
  { what: "a real page's archive, opened from the disk", target: "< 1 % of the picture differs", judge: archived },
  { what: "a click while one person watches", target: "≤ 1.15 × with nobody watching", judge: watchedClick },
  { what: "from paint to the watcher's frame", target: "≤ 200 ms", judge: watchedWithin(frameShown, 200) },
  { what: "from a watcher's key to the page", target: "≤ 50 ms", judge: watchedWithin(keyPressed, 50) },
  { what: "20 thumbnails", target: "≤ 15 % of one core", judge: thumbnailCost },
  { what: "CLI `network`", target: "≤ 1.5 × a warm call", judge: networkCommand },
  { what: "auth_save and auth_load, 200 cookies and 5 MB", target: "≤ 500 ms", judge: atMost("state", "200 cookies, 5 MB", 500) },
  { what: "attach and list targets, Chromium", target: "≤ 150 ms", judge: atMost("attach", "chromium", 150) },
  { what: "attach and list targets, Firefox", target: "≤ 150 ms", judge: atMost("attach", "firefox", 150) },
  { what: "perf_insights of a 100 MB trace", target: "≤ 1.5 × JSON.parse of it", judge: analysed("perf_insights, 100 MB", "JSON.parse of it", 1.5) },
  { what: "perf_insights of a 100 MB trace", target: "≤ 600 MB", judge: analysisMemory },
  { what: "heap_retainers of a 100 MB snapshot", target: "≤ 5 s", judge: atMost("analysis", "heap_retainers, 100 MB", 5_000) },
  { what: "eval_js of another session meanwhile", target: "≤ 2 × its usual time", judge: analysed("eval_js meanwhile", "eval_js alone", 2) },
  { what: "the load of a page that perf_audit watches", target: "≤ 1.15 × its own time", judge: analysed("load, audited", "load", 1.15) },
  { what: "web_browser navigate by default, every page of the corpus", target: "≤ 400 tokens", judge: tokensAtMost("web", "navigate, dearest page", 400) },
  { what: "web_browser read by default, every page of the corpus", target: "≤ 500 tokens", judge: tokensAtMost("web", "read, dearest page", 500) },
  { what: "markdown of a 250 KB article", target: "≤ 150 ms", judge: atMost("web", "markdown of 250 KB, live page", 150) },
  { what: "web_scrape fast", target: "≤ 1.3 × a bare fetch of the same page", judge: scrapedNextToFetch },
  { what: "web_scrape of 100 addresses at once", target: "≤ 150 MB", judge: hundredAddresses },
  { what: "readability's test pages", target: "≥ 95 % kept, ≥ 90 % of the rest dropped, ahead of readability, defuddle and turndown", judge: readsWell("readability") },
  { what: "trafilatura's evaluation pages", target: "≥ 95 % kept, ≥ 90 % of the rest dropped, ahead of readability, defuddle and turndown", judge: readsWell("trafilatura") },
  { what: "scrapinghub's articles", target: "≥ 95 % kept, ≥ 90 % of the rest dropped, ahead of readability, defuddle and turndown", judge: readsWell("articles") },
  { what: "click in Firefox", target: "≤ 120 ms", judge: atMost("firefox", "form", 120) },
];

export const judgeBudgets = (results: Measured): Verdict[] =>
  budgets.map(({ what, target, judge }) => {
    const verdict = judge(results);
    return verdict ? { what, target, ...verdict } : { what, target, measured: "not measured" };
  });
