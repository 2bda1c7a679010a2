import { apps } from "./apps.ts";
import { analysis } from "./analysis.ts";
import { attach } from "./attach.ts";
import { click } from "./click.ts";
import { coldStart } from "./coldStart.ts";
import { corpusSnapshots } from "./corpusSnapshots.ts";
import { endurance } from "./endurance.ts";
import { evaluate } from "./evaluate.ts";
import { archives } from "./exports.ts";
import { faithful } from "./faithful.ts";
import { fill } from "./fill.ts";
import { find } from "./find.ts";
import { firefox } from "./firefox.ts";
import { flood } from "./flood.ts";
import { guard } from "./guard.ts";
import { masking } from "./masking.ts";
import { memory } from "./memory.ts";
import type { PageWork } from "./pageWork.ts";
import type { Part } from "./part.ts";
import { reading } from "./reading.ts";
import { records } from "./records.ts";
import { savedState } from "./savedState.ts";
import { screenshot } from "./screenshot.ts";
import { snapshot } from "./snapshot.ts";
import { soak } from "./soak.ts";
import { task } from "./task.ts";
import { told } from "./told.ts";
import { toolList } from "./toolList.ts";
import { video } from "./video.ts";
import { watching } from "./watching.ts";
import { warmCli } from "./warmCli.ts";
import { webTools } from "./webTools.ts";

/** Done by every tool on every page, in one go. */
export const pageWorks: readonly PageWork[] = [evaluate, snapshot, find, click, fill, screenshot];

export const ownParts: readonly Part[] = [coldStart, warmCli, toolList, task, apps, told, corpusSnapshots, memory, flood, guard, masking, records, video, archives, watching, endurance, soak, savedState, attach, firefox, analysis, faithful, reading, webTools];

/** As the report shows them. */
export const partNames: readonly string[] = [coldStart, warmCli, ...pageWorks, ...ownParts.slice(2)].map(({ name }) => name);

/** What every build of Drover can be asked for, so that two of them can be held against each other. */
export const comparedParts: readonly string[] = ["cold", "cli", ...pageWorks.map(({ name }) => name), "memory"];
