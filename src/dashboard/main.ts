/** `drover dashboard`: dist/dashboard.js. The CLI loads it and calls `serve`. */
import path from "node:path";
import type { Home } from "../config/home.ts";
import { serveDashboard, type Dashboard } from "./serveDashboard.ts";

export type { Dashboard } from "./serveDashboard.ts";

export const serve = (home: Home, port: number): Promise<Dashboard> => serveDashboard({ home, port, appFolder: path.join(import.meta.dirname, "dashboard") });
