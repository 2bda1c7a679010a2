import type { PageWork } from "./pageWork.ts";

export const evaluate: PageWork = {
  name: "evaluate",
  title: "run a script in the page",
  prepare: async (tool) => () => tool.evaluate("document.title"),
};
