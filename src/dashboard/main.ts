/** `drover dashboard` and `drover inspect`: dist/dashboard.js. The CLI loads it and calls `serve` or `inspect`. */
import path from "node:path";
import type { Home } from "../config/home.ts";
import type { Visited } from "../loopback/serveVisitor.ts";
import { serveDashboard } from "./serveDashboard.ts";

export { serveDevTools } from "./serveDevTools.ts";

export const serve = (home: Home, port: number): Promise<Visited> => serveDashboard({ home, port, appFolder: path.join(import.meta.dirname, "dashboard") });
