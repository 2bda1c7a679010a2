import { panelFields } from "../pages/panel.ts";
import type { PageWork } from "./pageWork.ts";

export const fill: PageWork = {
  name: "fill",
  title: "fill a form of ten fields",
  prepare: async (tool) => {
    const handles = await tool.locate(panelFields);
    const fields = panelFields.map((field, index) => ({ handle: handles[index] ?? field.selector, field }));
    return () => tool.fillForm(fields);
  },
};
