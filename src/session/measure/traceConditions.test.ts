import { expect, test } from "vitest";
import { withConditions, type Conditions } from "./traceConditions.ts";

async function written(pieces: string[], conditions: Conditions): Promise<string> {
  const given = async function* () {
    yield* pieces;
  };
  let text = "";
  for await (const piece of withConditions(given(), conditions)) text += piece;
  return text;
}

const slow: Conditions = { cpuThrottleRate: 4, network: { offline: false, latencyMs: 150, downloadBps: 204_800, uploadBps: 0 } };
const asDevTools = { cpuThrottling: 4, networkThrottling: "150 ms, 200 KB/s down, full speed up", networkThrottlingConditions: { download: 204_800, upload: 0, latency: 150 } };

test.each([
  ["metadata at the end", ['{"traceEvents":[{"a":1}],"metadata":{"os":"x"}}'], { traceEvents: [{ a: 1 }], metadata: { os: "x", ...asDevTools } }],
  ["in small pieces, and an end of a line", ['{"traceEvents":[', "{", '}],"metadata":{"os":"x"', "}", "}", "\n"], { traceEvents: [{}], metadata: { os: "x", ...asDevTools } }],
  ["without metadata", ['{"traceEvents":[]', "}"], { traceEvents: [], metadata: asDevTools }],
])("conditions are noted where DevTools looks: %s", async (_, pieces, expected) => {
  expect(JSON.parse(await written(pieces, slow))).toEqual(expected);
});

test("nothing slowed down is told too, and what ends otherwise is left as it is", async () => {
  expect(JSON.parse(await written(['{"traceEvents":[],"metadata":{"os":"x"}}'], { cpuThrottleRate: 1 }))).toMatchObject({ metadata: { cpuThrottling: 1, networkThrottling: "No throttling" } });
  expect(await written(['{"traceEvents":[{"cut'], slow)).toBe('{"traceEvents":[{"cut');
});
