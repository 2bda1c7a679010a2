import { definePlugin } from "drover/plugin";
import { canvasOperations } from "../../canvasAdapter/operations.ts";
import { figmaInPage } from "./inPage.ts";
import { goTo } from "./goTo.ts";

const engines = { chromium: { partial: "only where Figma gives its plugin API to the page: to somebody who may edit the file" }, firefox: { partial: "only where Figma gives its plugin API to the page: to somebody who may edit the file" } } as const;

export default definePlugin({
  tools: [...canvasOperations({ namespace: "figma", title: "Figma", engines, inPage: figmaInPage }), goTo],
});
