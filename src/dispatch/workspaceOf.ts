import { workspaceFolder, type Home } from "../config/home.ts";
import { Workspace } from "../files/workspace.ts";
import type { Caller } from "./call.ts";

/** Files that a call reads and writes are in the workspace of whoever calls; what a session keeps of its own is in the daemon's home. */
export const workspaceOf = ({ kind, env, cwd }: Caller, home: Home): Workspace =>
  new Workspace(workspaceFolder(home, env, cwd), { closed: home.dir, hardLinks: kind !== "mcp" });
