import { highlight } from "./highlight.ts";
import { nameRegion, namedRegion, screenshotRegion } from "./regions.ts";
import { screenshot } from "./screenshot.ts";
import { screenshotMarks } from "./screenshotMarks.ts";
import { screenshotOn } from "./screenshotOn.ts";
import { screenshotSchedule } from "./screenshotSchedule.ts";

export const pictureTools = [
  screenshot,
  screenshotSchedule,
  screenshotOn,
  screenshotRegion,
  screenshotMarks,
  highlight,
  nameRegion,
  namedRegion,
];
