import { z } from "zod";

/** CSS pixels from the top-left of the page's viewport. */
export const boxOutput = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

export const contextOutput = z.object({
  collection: z.enum(["table", "grid", "list", "feed"]),
  rowKey: z.string(),
  column: z.string().optional(),
  rowText: z.string(),
  rowIndex: z.int().optional(),
  columnIndex: z.int().optional(),
});

/** An element by ref, selector (perhaps only inside a ref) or name: exactly one. */
export const elementTarget = {
  ref: z.string().optional().describe("from snapshot"),
  selector: z.string().optional().describe("CSS or Playwright's"),
  named: z.string().optional().describe("bound with name_ref"),
  contextRef: z.string().optional().describe("limits selector to this ref"),
};
