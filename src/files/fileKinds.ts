import type { Bounds } from "./bounds.ts";

const MiB = 1024 * 1024;
const GiB = 1024 * MiB;

/** What there is to know about files of one kind. A new kind is one line below. */
export interface KindRule {
  /** Where they are unless the caller says where, below the workspace. Without it the caller always does. */
  folder?: string;
  /** What files of this kind may be, as their names say. */
  whats?: readonly string[];
  /** Each session has a folder of its own in it. */
  bySession?: true;
  /** Of those that nobody named the oldest make room for the next one. */
  bounds?: Bounds;
  /** Somebody counts on them for as long as they are not deleted by name. */
  lasting?: true;
  /** They hold credentials: loaded, never read out. */
  secret?: true;
  /** They hold bodies of requests. */
  bodies?: true;
}

const rules = {
  picture: { folder: "screenshots", bounds: { entries: 500, bytes: 2 * GiB, days: 90 } },
  pdf: { folder: "pdfs", bounds: { entries: 500, bytes: GiB, days: 90 } },
  har: { folder: "har", bounds: { entries: 200, bytes: 2 * GiB, days: 90 }, bodies: true },
  download: { folder: ".downloads", bySession: true, bounds: { entries: 2000, bytes: 5 * GiB, days: 90 } },
  /** Bounded for each session by `Artifacts`. */
  artifact: { folder: ".artifacts", bySession: true },
  login: { folder: ".auth-states", lasting: true, secret: true },
  state: { secret: true },
  body: { bodies: true },
  trace: { folder: "perf-traces", bounds: { entries: 100, bytes: 5 * GiB, days: 30 } },
  audit: { folder: "perf", whats: ["audit", "audit-coverage", "layout-thrash"], bounds: { entries: 200, bytes: 5 * GiB, days: 30 } },
  heap: { folder: "heap-snapshots", bounds: { entries: 50, bytes: 10 * GiB, days: 30 }, bodies: true },
  /** Texts of pages that were too long to be answered with. */
  capture: { folder: "captures", bounds: { entries: 500, bytes: GiB, days: 7 } },
  archive: { folder: "archives", bounds: { entries: 200, bytes: 10 * GiB, days: 90 }, bodies: true },
  element: { folder: "elements", bounds: { entries: 500, bytes: 2 * GiB, days: 90 }, bodies: true },
  dom: { folder: "dom-dumps", bounds: { entries: 500, bytes: 2 * GiB, days: 90 }, bodies: true },
  asset: { folder: "assets", bounds: { entries: 200, bytes: 10 * GiB, days: 90 }, bodies: true },
  video: { folder: "videos", bounds: { entries: 200, bytes: 20 * GiB, days: 30 } },
  comparison: { folder: "visual-diffs", bounds: { entries: 500, bytes: 2 * GiB, days: 90 } },
  /** What was on a canvas: a picture, or bytes whose size is in the name. */
  canvas: { folder: "canvas-captures", bounds: { entries: 200, bytes: 2 * GiB, days: 30 } },
  flow: { folder: "flows", bounds: { entries: 500, bytes: GiB, days: 90 } },
  script: {},
  report: { folder: "reports", bounds: { entries: 200, bytes: 5 * GiB, days: 90 } },
  profile: { folder: "profile-snapshots", lasting: true, secret: true },
} satisfies Record<string, KindRule>;

export type FileKind = keyof typeof rules;

export const fileKinds = Object.keys(rules) as [FileKind, ...FileKind[]];

export const ruleOf = <K extends FileKind>(kind: K): (typeof rules)[K] & KindRule => rules[kind];
