import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { repository } from "../workplace.ts";

/** A checkout of web-platform-tests. Nothing of it is in this repository. */
export const suiteFolder = process.env["DROVER_BENCH_WPT"] ?? path.join(repository, "bench", ".suites", "wpt");

const suites = ["accname", "html-aam", "wai-aria", "svg-aam"];

export const howToGet =
  `there is no copy of web-platform-tests at ${suiteFolder}; to get one: ` +
  `git clone --depth 1 --filter=blob:none --sparse https://github.com/web-platform-tests/wpt ${suiteFolder} && ` +
  `git -C ${suiteFolder} sparse-checkout set ${suites.join(" ")}`;

export const hasSuite = (): boolean => suites.every((name) => existsSync(path.join(suiteFolder, name)));

/** How binding a page is: its expectations are agreed, are those of an older form of the suite, or are still talked about. */
export const standings = ["agreed", "manual", "tentative"] as const;
export type Standing = (typeof standings)[number];

export interface SuitePage {
  file: string;
  standing: Standing;
}

const expectsSomething = /AriaUtils\.(verifyL|verifyR|verifyG|assign)|new ATTAcomm/;

const standingOf = (file: string): Standing => (file.includes("tentative") ? "tentative" : file.includes("-manual") ? "manual" : "agreed");

export function suitePages(): SuitePage[] {
  return suites.flatMap((suite) =>
    readdirSync(path.join(suiteFolder, suite), { recursive: true, encoding: "utf8" })
      .map((file) => path.posix.join(suite, file))
      .filter((file) => file.endsWith(".html") && expectsSomething.test(readFileSync(path.join(suiteFolder, file), "utf8")))
      .sort()
      .map((file) => ({ file, standing: standingOf(file) })),
  );
}
