import { expect, test } from "vitest";
import { comparisonRows } from "./comparison.ts";

test("numbers of two builds stand beside each other, by surface, part and page", () => {
  const line = (tool: string, samples: number[], tokens?: number) => ({ part: "click", tool, surface: "mcp" as const, page: "form", samples, ...(tokens !== undefined && { tokens }) });
  expect(comparisonRows([line("Drover", [10, 20, 30], 16), line("before", [40], 32), { ...line("Drover CLI", [5]), surface: "cli" }])).toEqual([
    ["mcp click form", "40 ms", "20 ms", "0.50"],
    ["mcp click form, tokens", "32", "16", "0.50"],
  ]);
});

test("memory is compared by what the largest process has", () => {
  const line = (tool: string, resident: number) => ({ part: "memory", tool, surface: "mcp" as const, page: "1 sessions", samples: [], counts: { sessions: 1, resident } });
  expect(comparisonRows([line("before", 50 * 1_048_576), line("Drover", 60 * 1_048_576)])).toEqual([["mcp memory 1 sessions", "50.0 MB", "60.0 MB", "1.20"]]);
});
