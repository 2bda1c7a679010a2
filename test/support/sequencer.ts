import { statSync } from "node:fs";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { inPairs, type Weighed } from "./inPairs.ts";

/** The same test takes about this many times as long on Firefox. */
const FIREFOX_FACTOR = 2;

/** The quick tests first, then those on Firefox beside those on Chromium: two files on Firefox at once take the machine for themselves. */
export default class Sequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const of = (project: string) => sorted.filter((file) => file.project.name === project);
    const rest = sorted.filter(({ project }) => !["unit", "firefox"].includes(project.name));
    return [...of("unit"), ...inPairs(of("firefox").map((file) => weighed(file, FIREFOX_FACTOR)), rest.map((file) => weighed(file, 1)))];
  }
}

/** A file's length says roughly how long it takes. */
const weighed = (item: TestSpecification, factor: number): Weighed<TestSpecification> => ({ item, weight: statSync(item.moduleId).size * factor });
