import { answerCommand, approveCommand, askCommand, denyCommand } from "./ask.ts";
import { completionCommand } from "./completion.ts";
import { daemonCommand } from "./daemon.ts";
import { endpointCommand } from "./endpoint.ts";
import { filesCommand } from "./files.ts";
import { initCommand } from "./init.ts";
import { attachCommand, bridgeCommand, browsersCommand, chromeCommand, doctorCommand, importCommand, installCommand } from "./machine.ts";
import { logCommand } from "./log.ts";
import { dashboardCommand, demoCommand, inspectCommand, mcpCommand, replCommand } from "./entrances.ts";
import { openCommand, startCommand } from "./open.ts";
import type { OwnCommand } from "./ownCommand.ts";
import { pluginCommand } from "./plugin.ts";
import { recordCommand } from "./record.ts";
import { replayCommand } from "./replay.ts";
import { reportCommand } from "./report.ts";
import { secretCommand } from "./secret.ts";
import { closeCommand, sessionCommand } from "./session.ts";
import { skillsCommand } from "./skills.ts";
import { statusCommand } from "./status.ts";
import { textCommand } from "./text.ts";
import { consoleCommand, networkCommand } from "./watch.ts";

/** In the order that `drover help` lists them. */
export const commands: OwnCommand[] = [
  openCommand,
  startCommand,
  attachCommand,
  bridgeCommand,
  importCommand,
  closeCommand,
  statusCommand,
  textCommand,
  consoleCommand,
  networkCommand,
  logCommand,
  askCommand,
  approveCommand,
  denyCommand,
  answerCommand,
  sessionCommand,
  recordCommand,
  replayCommand,
  reportCommand,
  filesCommand,
  secretCommand,
  dashboardCommand,
  inspectCommand,
  pluginCommand,
  replCommand,
  mcpCommand,
  demoCommand,
  installCommand,
  browsersCommand,
  endpointCommand,
  doctorCommand,
  chromeCommand,
  initCommand,
  skillsCommand,
  daemonCommand,
  completionCommand,
];
