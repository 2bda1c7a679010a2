import { panelButton } from "../pages/panel.ts";
import type { PageWork } from "./pageWork.ts";

export const click: PageWork = {
  name: "click",
  title: "click a button that changes its label, with the full result",
  prepare: async (tool) => {
    const [handle = panelButton.selector] = await tool.locate([panelButton]);
    return () => tool.click(handle);
  },
};
