import { actTools } from "./act/index.ts";
import { composeTools } from "./compose/index.ts";
import { configTools } from "./config/index.ts";
import { families, type Tool } from "./defineTool.ts";
import { deviceTools } from "./devices/index.ts";
import { diagnosticTools } from "./diagnostics/index.ts";
import { emulateTools } from "./emulate/index.ts";
import { extensionTools } from "./extensions/index.ts";
import { fileTools } from "./files/index.ts";
import { javascriptTools } from "./javascript/index.ts";
import { navigateTools } from "./navigate/index.ts";
import { operationTools } from "./operations/index.ts";
import { peopleTools } from "./people/index.ts";
import { performanceTools } from "./performance/index.ts";
import { pictureTools } from "./pictures/index.ts";
import { pointerTools } from "./pointer/index.ts";
import { policyTools } from "./policies/index.ts";
import { secretTools } from "./secrets/index.ts";
import { seeTools } from "./see/index.ts";
import { sessionTools } from "./sessions/index.ts";
import { stateTools } from "./state/index.ts";
import { storageTools } from "./storage/index.ts";
import { trafficTools } from "./traffic/index.ts";
import { verifyTools } from "./verify/index.ts";
import { webTools } from "./web/index.ts";
import { workerTools } from "./workers/index.ts";

const all: Tool[] = [
  actTools,
  composeTools,
  configTools,
  deviceTools,
  diagnosticTools,
  emulateTools,
  extensionTools,
  fileTools,
  javascriptTools,
  navigateTools,
  operationTools,
  peopleTools,
  performanceTools,
  pictureTools,
  pointerTools,
  policyTools,
  secretTools,
  seeTools,
  sessionTools,
  stateTools,
  storageTools,
  trafficTools,
  verifyTools,
  webTools,
  workerTools,
].flat();

/** Every tool by name, in the order of their families. */
export const registry: ReadonlyMap<string, Tool> = new Map(
  all.toSorted((a, b) => families.indexOf(a.family) - families.indexOf(b.family)).map((tool) => [tool.name, tool]),
);
