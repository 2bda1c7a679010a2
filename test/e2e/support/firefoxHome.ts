import path from "node:path";
import { keepRunning } from "./globalSetup.ts";

// Firefox has one window in focus at a time, for which sessions side by side fight: each worker has a Firefox of its own.
const home = path.join(process.env["DROVER_HOME"]!, `firefox-${process.env["VITEST_POOL_ID"]}`);
process.env["DROVER_HOME"] = home;
process.env["DROVER_WORKSPACE"] = path.join(home, "workspace");
await keepRunning("firefox");
