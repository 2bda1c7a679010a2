import { definePlugin } from "drover/plugin";
import { canvasOperations } from "../../canvasAdapter/operations.ts";
import { tldrawInPage } from "./inPage.ts";

export default definePlugin({
  tools: canvasOperations({ namespace: "tldraw", title: "tldraw", engines: { chromium: "full", firefox: "full" }, inPage: tldrawInPage }),
});
