import { accessibility } from "./accessibility.ts";
import type { MeasureApi } from "./api.ts";
import { boxesOf } from "./boxesOf.ts";
import { elementsIn } from "./elementsIn.ts";
import { painted } from "./painted.ts";
import { resources } from "./resources.ts";
import { vitals } from "./vitals.ts";

export const measure: MeasureApi = { accessibility, boxesOf, elementsIn, painted, resources, vitals };
