import { definePlugin } from "drover/plugin";
import { canvasOperations } from "../../canvasAdapter/operations.ts";
import { excalidrawInPage } from "./inPage.ts";

export default definePlugin({
  tools: canvasOperations({ namespace: "excalidraw", title: "Excalidraw", engines: { chromium: "full", firefox: "full" }, inPage: excalidrawInPage }),
});
