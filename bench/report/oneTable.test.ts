import { expect, it } from "vitest";
import type { Measurement } from "../parts/part.ts";
import { oneTable, oneTableHead, oneTableSection } from "./oneTable.ts";
import type { Results } from "./results.ts";

const line = (tool: string, page: string, more: Partial<Measurement>): Measurement => ({ part: "", tool, surface: "mcp", page, samples: [], ...more });

const rowsOf = (lines: Record<string, Measurement[]>) => {
  const parts: Results["parts"] = Object.fromEntries(
    Object.entries(lines).map(([part, measurements]) => [part, { title: part, ranAt: "", rounds: 1, measurements: measurements.map((each) => ({ ...each, part })) }]),
  );
  return oneTable({ parts }, Object.keys(lines));
};

it("puts each peer, the floor and the ratio beside Drover's number", () => {
  const rows = rowsOf({
    screenshot: [
      line("Drover", "form", { samples: [50, 40, 60] }),
      line("@playwright/mcp", "form", { failure: "broke" }),
      line("chrome-devtools-mcp", "form", { samples: [100] }),
      line("agent-browser mcp", "form", { samples: [200] }),
      line("raw CDP", "form", { samples: [25], surface: "floor" }),
    ],
  });
  expect(rows).toEqual([{ cells: ["screenshot: form", "50 ms", "200 ms", "failed", "100 ms", "–", "25 ms (raw CDP)", "0.50"], isFirst: true }]);
  expect(rows[0]?.cells).toHaveLength(oneTableHead.length);
});

it("says where Drover is behind, and makes that row bold", () => {
  const rows = rowsOf({ click: [line("Drover", "form", { samples: [30], tokens: 50 }), line("agent-browser mcp", "form", { samples: [20], tokens: 60 })] });
  expect(rows.map(({ cells, isFirst }) => [cells[0], cells.at(-1), isFirst])).toEqual([
    ["click: form", "1.50", false],
    ["click: form, to read", "0.83", true],
  ]);
  const section = oneTableSection(rows);
  expect(section).toContain("| **click: form** | **30 ms** | **20 ms** |");
  expect(section).toContain("| click: form, to read | 50 tokens | 60 tokens |");
  expect(section).toContain("first in 1 of them");
});

it("is behind where it failed and somebody did not", () => {
  expect(rowsOf({ fill: [line("Drover", "form", { failure: "broke" }), line("agent-browser mcp", "form", { samples: [20] })] })[0]).toMatchObject({ isFirst: false, cells: expect.arrayContaining(["failed"]) });
});

it("compares a shell with shells and an agent with agents", () => {
  const rows = rowsOf({
    cold: [line("Drover", "form", { samples: [900] }), line("Drover CLI", "form", { samples: [600], surface: "cli" }), line("agent-browser mcp", "form", { samples: [800] }), line("agent-browser", "form", { samples: [700], surface: "cli" })],
  });
  expect(rows.map(({ cells, isFirst }) => [cells[0], cells[2], isFirst])).toEqual([
    ["cold: form, over MCP", "800 ms", false],
    ["cold: form, from a shell", "700 ms", true],
  ]);
});

it("takes Drover without the thing in question for the floor, where nobody else has it", () => {
  const [row, ...others] = rowsOf({ video: [line("Drover, no video", "form", { samples: [10] }), line("Drover, video", "form", { samples: [12] })] });
  expect(others).toEqual([]);
  expect(row).toEqual({ cells: ["video: form, video", "12 ms", "–", "–", "–", "–", "10 ms (Drover, no video)", "1.20 of the floor"] });
});

it("knows that more of what was right is better", () => {
  const rows = rowsOf({
    faithful: [line("Drover, chromium", "names", { counts: { right: 9, of: 10 } }), line("Chromium's own tree", "names", { counts: { right: 8, of: 10 } })],
  });
  expect(rows).toEqual([{ cells: ["faithful: names, chromium", "90.0 %", "–", "–", "–", "80.0 % (Chromium's own tree)", "–", "1.13"], isFirst: true }]);
});

it("tells all pages of the corpus as one", () => {
  const pages = ["a", "b", "c"].map((page, index) => line("Drover", page, { samples: [index], tokens: index * 100 }));
  expect(rowsOf({ corpus: pages }).map(({ cells }) => cells.slice(0, 2))).toEqual([
    ["corpus: snapshot, median, to read", "100 tokens"],
    ["corpus: snapshot, all pages, to read", "300 tokens"],
    ["corpus: snapshot, median", "1.0 ms"],
  ]);
});
