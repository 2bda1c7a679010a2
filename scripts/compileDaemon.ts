/** Writes down V8's code of dist/serve.cjs, as far as a first page needs it. */
import path from "node:path";
import { requireCompiled } from "../src/daemon/compiled.ts";

const { exports, save } = requireCompiled<typeof import("../src/daemon/serve.ts")>(path.resolve("dist/serve.cjs"));
await exports.loadUsual();
save();
