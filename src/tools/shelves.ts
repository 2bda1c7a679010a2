import type { Tool } from "./defineTool.ts";
import type { Family } from "./families.ts";

/** Where each family's tools are. They are loaded family by family: the schemas of all of them take longer and more memory than most sessions need. */
export const shelves: Partial<Record<Family, () => Promise<readonly Tool[]>>> = {
  act: async () => (await import("./act/index.ts")).actTools,
  canvas: async () => (await import("./canvas/index.ts")).canvasTools,
  compose: async () => (await import("./compose/index.ts")).composeTools,
  config: async () => (await import("./config/index.ts")).configTools,
  devices: async () => (await import("./devices/index.ts")).deviceTools,
  diagnostics: async () => (await import("./diagnostics/index.ts")).diagnosticTools,
  emulate: async () => (await import("./emulate/index.ts")).emulateTools,
  extensions: async () => (await import("./extensions/index.ts")).extensionTools,
  files: async () => (await import("./files/index.ts")).fileTools,
  javascript: async () => (await import("./javascript/index.ts")).javascriptTools,
  navigate: async () => (await import("./navigate/index.ts")).navigateTools,
  operations: async () => (await import("./operations/index.ts")).operationTools,
  people: async () => (await import("./people/index.ts")).peopleTools,
  performance: async () => (await import("./performance/index.ts")).performanceTools,
  pictures: async () => (await import("./pictures/index.ts")).pictureTools,
  pointer: async () => (await import("./pointer/index.ts")).pointerTools,
  policies: async () => (await import("./policies/index.ts")).policyTools,
  record: async () => (await import("./record/index.ts")).recordTools,
  secrets: async () => (await import("./secrets/index.ts")).secretTools,
  see: async () => (await import("./see/index.ts")).seeTools,
  sessions: async () => (await import("./sessions/index.ts")).sessionTools,
  state: async () => (await import("./state/index.ts")).stateTools,
  storage: async () => (await import("./storage/index.ts")).storageTools,
  traffic: async () => (await import("./traffic/index.ts")).trafficTools,
  verify: async () => (await import("./verify/index.ts")).verifyTools,
  web: async () => (await import("./web/index.ts")).webTools,
  workers: async () => (await import("./workers/index.ts")).workerTools,
};
