import { panelFields } from "../pages/panel.ts";
import type { PageWork } from "./pageWork.ts";

const words = panelFields.at(-1)?.name ?? "";

export const find: PageWork = {
  name: "find",
  title: "find an element by words",
  prepare: async ({ find: search }) => (search ? () => search(words) : undefined),
};
