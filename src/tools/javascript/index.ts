import { singly } from "../shelf.ts";

export const javascriptShelf = singly({
  eval_js: async () => (await import("./evalJs.ts")).evalJs,
  poll_eval: async () => (await import("./pollEval.ts")).pollEval,
  run_code: async () => (await import("./runCode.ts")).runCode,
  add_init_script: async () => (await import("./initScripts.ts")).addInitScript,
  remove_init_script: async () => (await import("./initScripts.ts")).removeInitScript,
  page_tools: async () => (await import("./pageTools.ts")).pageTools,
  call_page_tool: async () => (await import("./pageTools.ts")).callPageTool,
});
