import { actShelf } from "./act/index.ts";
import type { Family } from "./families.ts";
import { javascriptShelf } from "./javascript/index.ts";
import { navigateShelf } from "./navigate/index.ts";
import { seeShelf } from "./see/index.ts";
import { sessionShelf } from "./sessions/index.ts";
import { type Shelf, together } from "./shelf.ts";

/** Where each family's tools are. They are loaded when they are called: the schemas of all of them take longer and more memory than most sessions need. */
export const shelves: Partial<Record<Family, Shelf>> = {
  act: actShelf,
  canvas: together(async () => (await import("./canvas/index.ts")).canvasTools),
  compose: together(async () => (await import("./compose/index.ts")).composeTools),
  config: together(async () => (await import("./config/index.ts")).configTools),
  devices: together(async () => (await import("./devices/index.ts")).deviceTools),
  diagnostics: together(async () => (await import("./diagnostics/index.ts")).diagnosticTools),
  emulate: together(async () => (await import("./emulate/index.ts")).emulateTools),
  extensions: together(async () => (await import("./extensions/index.ts")).extensionTools),
  files: together(async () => (await import("./files/index.ts")).fileTools),
  javascript: javascriptShelf,
  navigate: navigateShelf,
  operations: together(async () => (await import("./operations/index.ts")).operationTools),
  people: together(async () => (await import("./people/index.ts")).peopleTools),
  performance: together(async () => (await import("./performance/index.ts")).performanceTools),
  pictures: together(async () => (await import("./pictures/index.ts")).pictureTools),
  pointer: together(async () => (await import("./pointer/index.ts")).pointerTools),
  policies: together(async () => (await import("./policies/index.ts")).policyTools),
  record: together(async () => (await import("./record/index.ts")).recordTools),
  secrets: together(async () => (await import("./secrets/index.ts")).secretTools),
  see: seeShelf,
  sessions: sessionShelf,
  state: together(async () => (await import("./state/index.ts")).stateTools),
  storage: together(async () => (await import("./storage/index.ts")).storageTools),
  traffic: together(async () => (await import("./traffic/index.ts")).trafficTools),
  verify: together(async () => (await import("./verify/index.ts")).verifyTools),
  web: together(async () => (await import("./web/index.ts")).webTools),
  workers: together(async () => (await import("./workers/index.ts")).workerTools),
};
