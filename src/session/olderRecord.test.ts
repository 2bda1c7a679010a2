import { expect, test } from "vitest";
import { withParts } from "./olderRecord.ts";

const plan = { id: "default" };
const standing = { routes: [], socketRules: [["wss://**", "drop"]], serviceWorkerRules: [], downloads: { captured: [] } };

test.each([
  ["one of today stays as it is", { plan, parts: { clock: 1 } }, { plan, parts: { clock: 1 } }],
  ["one that never had anything to save", { plan }, { plan }],
  ["what makes no sense is left to the record's own schema", 7, 7],
  [
    "each part gets what was its own",
    { plan, standing: { ...standing, cpuRate: 4, clockMs: 5, seed: 6, device: { locale: "de" }, recording: { path: "/a.har" } } },
    {
      plan,
      parts: { ...standing, throttle: { cpuRate: 4 }, clock: 5, randomness: 6, device: { locale: "de" }, recording: { path: "/a.har" } },
    },
  ],
  ["a link that nobody slowed down", { plan, standing }, { plan, parts: standing }],
])("%s", (_, record, read) => expect(withParts(record)).toEqual(read));
