import { readdirSync, readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { z } from "zod";
import { ifPresent } from "../diagnosis/ifPresent.ts";
import { unlessMalformed } from "../diagnosis/unlessMalformed.ts";

const descriptor = z.object({ title: z.string(), endpoint: z.string(), playwrightLib: z.string(), workspaceDir: z.string().optional(), browser: z.object({ browserName: z.string() }) });

/** A browser of Playwright's that its program lets others connect to, such as one of `playwright test --debug=cli`. */
export interface PlaywrightTest {
  title: string;
  endpoint: string;
  /** The `playwright-core` of the program, which speaks its version of the protocol. */
  playwrightLib: string;
  workspaceDir?: string | undefined;
  browserName: string;
}

/** Where Playwright notes such browsers (1.59 and later): a file each. */
function registryFolder(env: NodeJS.ProcessEnv): string {
  const cache = { darwin: path.join(os.homedir(), "Library", "Caches"), win32: env["LOCALAPPDATA"] ?? path.join(os.homedir(), "AppData", "Local") }[process.platform as string];
  return path.join(cache ?? env["XDG_CACHE_HOME"] ?? path.join(os.homedir(), ".cache"), "ms-playwright", "b");
}

export function playwrightTests(env: NodeJS.ProcessEnv = process.env): PlaywrightTest[] {
  const folder = registryFolder(env);
  const files = ifPresent(() => readdirSync(folder), "Playwright's notes cannot be read", []);
  return files.flatMap((name) => {
    const text = ifPresent(() => readFileSync(path.join(folder, name), "utf8"), "a note of Playwright's cannot be read");
    const parsed = descriptor.safeParse(text && unlessMalformed(() => JSON.parse(text) as unknown));
    return parsed.success ? [{ ...parsed.data, browserName: parsed.data.browser.browserName }] : [];
  });
}
