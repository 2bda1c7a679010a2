import { defineConfig, type Plugin } from "vitest/config";
import { bundlePageScript } from "./scripts/pageScript.ts";
import Sequencer from "./test/support/sequencer.ts";

// Generous, because a loaded machine is slow and a hang must still end; no test measures against it.
const patience = { testTimeout: 120_000, hookTimeout: 120_000 };

// Real browsers on a shared machine lose a race now and then. What is broken fails every time.
const realBrowsers = { ...patience, pool: "forks", retry: 2 } as const;

/** For tests that hold a session in their own process: the page code as the build makes it. */
const pageCode: Plugin = {
  name: "page-code",
  enforce: "pre",
  resolveId: (id) => (id.startsWith("drover:page/") ? `\0${id}` : undefined),
  load: async (id) => (id.startsWith("\0drover:page/") ? `export default ${JSON.stringify(await bundlePageScript(id.slice("\0drover:page/".length)))}` : undefined),
};

/** Tests of what both engines do: they run on Chromium with the rest and once more on Firefox. */
const onBothEngines = [
  "act",
  "actEdges",
  "actionability",
  "answers",
  "asks",
  "canvas",
  "captcha",
  "clickables",
  "clickCases",
  "compose",
  "controlCases",
  "credentials",
  "devices",
  "dialogs",
  "doors",
  "dragCases",
  "editors",
  "effects",
  "emulate",
  "evaluate",
  "exports",
  "extensions",
  "files",
  "fill",
  "fillAll",
  "find",
  "forms",
  "frames",
  "guard",
  "keyCases",
  "liveView",
  "locators",
  "operations",
  "pageQuality",
  "pageScripts",
  "pastedSelectors",
  "pictures",
  "pointer",
  "reach",
  "reading",
  "realExtensions",
  "record",
  "refs",
  "rolesAndNames",
  "secrets",
  "secretSinks",
  "selectors",
  "serverAccess",
  "settle",
  "shadowedNames",
  "snapshot",
  "standing",
  "stateArtifacts",
  "stateAuth",
  "stateBulk",
  "storageCaches",
  "storageCookies",
  "storageIdb",
  "storageWeb",
  "stuckPages",
  "treeMemory",
  "type",
  "typing",
  "verify",
  "video",
  "watchConsole",
  "watchHar",
  "watchNetwork",
  "watchPages",
  "watchRoutes",
  "watchSockets",
  "webBrowser",
  "webScrape",
].map((name) => `test/e2e/${name}.test.ts`);

/** Tests of the command line, which has two doors: the native program where there is one, and Node. */
const onBothDoors = ["cli", "cliTerminal", "operationsCli", "watchCli"].map((name) => `test/e2e/${name}.test.ts`);

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["src/**/*.test.ts", "bench/**/*.test.ts", "scripts/**/*.test.ts", "test/contract/**/*.test.ts", "test/support/**/*.test.ts"],
          exclude: ["**/node_modules/**"],
          // None of them leaves anything behind in its process, and loading the tools anew for each file took half of their time.
          isolate: false,
          ...patience,
        },
      },
      {
        plugins: [pageCode],
        test: {
          name: "e2e",
          include: ["test/e2e/**/*.test.ts"],
          exclude: ["**/node_modules/**"],
          globalSetup: ["test/e2e/support/globalSetup.ts"],
          ...realBrowsers,
        },
      },
      {
        plugins: [pageCode],
        test: {
          name: "node-door",
          include: onBothDoors,
          env: { DROVER_TEST_DOOR: "node" },
          globalSetup: ["test/e2e/support/globalSetup.ts"],
          ...realBrowsers,
        },
      },
      {
        plugins: [pageCode],
        test: {
          name: "firefox",
          include: onBothEngines,
          env: { DROVER_TEST_ENGINE: "firefox" },
          globalSetup: ["test/e2e/support/globalSetup.ts"],
          setupFiles: ["test/e2e/support/firefoxHome.ts"],
          ...realBrowsers,
        },
      },
    ],
    // More than there are cores: much of the time goes into waiting for browsers that start, and for deadlines.
    maxWorkers: 3,
    sequence: { sequencer: Sequencer },
    reporters: ["default", "./test/support/runReport.ts"],
  },
});
