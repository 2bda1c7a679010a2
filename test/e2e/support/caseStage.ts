import type { Stage } from "../cases/actionCase.ts";
import { test as base } from "./session.ts";

/** Cases of one file share a session: each has a page of its own, and nothing of the last one is left with it. */
export const test = base.extend<{ stage: Stage }>({
  stage: [
    async ({ fileSession: session, server }, use) => {
      await use({
        engine: session.engine,
        serve: (path, html) => server.html(path, html),
        show: (url) => session.call("navigate", { url, mode: "none" }),
        resize: (viewport) => session.call("set_viewport", { ...viewport, mode: "none" }),
        call: async (tool, input) => {
          const { ok, error, message } = await session.call(tool, input);
          return ok === false ? { error, message } : {};
        },
        find: async (query) => (await session.call("find", { query })).candidates[0]?.ref ?? "e0",
        evaluate: async (expr) => (await session.call("eval_js", { expr })).value,
      });
    },
    { scope: "file" },
  ],
});
