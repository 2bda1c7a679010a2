/** `dist/doors`: the native program for this machine, where a compiler is there; `native/place.cjs` puts it to use. */
import { execFile } from "node:child_process";
import { mkdirSync, renameSync, rmSync } from "node:fs";
import { promisify } from "node:util";
import { NODE_FLAGS } from "../src/client/startDaemon.ts";
import { VERSION } from "../src/protocol/version.ts";

const run = promisify(execFile);
const SOURCE = "native/drover.c";

/** Without C's library where native/bare.h stands for it: then it starts in half the time. */
const bare = ["-DDROVER_BARE", "-static", "-no-pie", "-nostdlib", "-ffreestanding", "-fno-stack-protector", "-fno-tree-loop-distribute-patterns", "-U_FORTIFY_SOURCE", "-Wl,--build-id=none,-z,noseparate-code,-z,norelro"];

/** Static where the system has what that takes: then it starts in a millisecond and needs nothing. */
export const ways = process.platform === "linux" ? [...(process.arch === "x64" ? [bare] : []), ["-static"], []] : process.platform === "win32" ? [] : [[]];

export async function buildDoor(): Promise<void> {
  mkdirSync("dist/doors", { recursive: true });
  const native = `dist/doors/${process.platform}-${process.arch}`;
  const draft = `${native}.${process.pid}`;
  const isThere = await ways.reduce(async (done, way) => (await done) || compile(draft, way), Promise.resolve(false));
  if (isThere) renameSync(draft, native);
  else rmSync(native, { force: true });
  await run(process.execPath, ["native/place.cjs", "copy"]);
}

export async function compile(to: string, way: string[]): Promise<boolean> {
  try {
    await run("cc", ["-O2", "-Wall", "-Wextra", "-Werror", "-s", ...way, `-DDROVER_VERSION="${VERSION}"`, `-DDROVER_NODE_FLAGS=${NODE_FLAGS.map((flag) => JSON.stringify(flag)).join(",")}`, "-o", to, SOURCE]);
    return true;
  } catch (thrown) {
    const { code, stderr } = thrown as { code?: unknown; stderr?: string };
    // Where there is no compiler, or no static library, commands start by Node, as they always did.
    if (code !== "ENOENT" && way.length === 0) console.warn(`native/drover.c was not compiled: ${stderr ?? String(thrown)}`);
    return false;
  }
}
