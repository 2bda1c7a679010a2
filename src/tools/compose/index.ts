import { actAndDiff } from "./actAndDiff.ts";
import { actAndSample, crossSessionSample } from "./actAndSample.ts";
import { actAndWaitForNetwork } from "./actAndWaitForNetwork.ts";
import { batch } from "./batch.ts";
import { execute } from "./execute.ts";
import { flakeCheck } from "./flakeCheck.ts";
import { plan } from "./plan.ts";

export const composeTools = [batch, flakeCheck, plan, execute, actAndSample, actAndDiff, actAndWaitForNetwork, crossSessionSample];
