import { agentBrowserCli, agentBrowserMcp } from "./agentBrowser.ts";
import { chromeDevtoolsMcp } from "./chromeDevtoolsMcp.ts";
import type { Driver } from "./driver.ts";
import { droverCli, droverMcp } from "./drover.ts";
import { playwrightCli } from "./playwrightCli.ts";
import { playwrightCore } from "./playwrightCore.ts";
import { playwrightMcp } from "./playwrightMcp.ts";
import { rawCdp } from "./rawCdp.ts";

export const drivers: readonly Driver[] = [
  droverMcp,
  playwrightMcp,
  chromeDevtoolsMcp,
  agentBrowserMcp,
  playwrightCore,
  rawCdp,
  droverCli,
  agentBrowserCli,
  playwrightCli,
];
