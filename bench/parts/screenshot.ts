import type { PageWork } from "./pageWork.ts";

export const screenshot: PageWork = {
  name: "screenshot",
  title: "take a picture of the viewport",
  prepare: async (tool) => () => tool.screenshot(),
};
