import type { PageWork } from "./pageWork.ts";

export const snapshot: PageWork = {
  name: "snapshot",
  title: "show the page to an agent",
  prepare: async (tool) => () => tool.snapshot(),
};
