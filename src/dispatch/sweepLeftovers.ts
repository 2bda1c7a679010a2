import type { ConfigStore } from "../config/configStore.ts";
import type { Home } from "../config/home.ts";
import { attempt } from "../diagnosis/mayFail.ts";
import { sweepDiagnostics } from "../files/diagnosticLog.ts";
import { Workspace } from "../files/workspace.ts";
import { sweepRecordings } from "../session/recording/recordingFile.ts";

/** What nobody came back for in time, when a daemon starts: recordings, and records of calls in its own workspace. */
export function sweepLeftovers(home: Home, configStore: ConfigStore): void {
  attempt(() => sweepRecordings(home), "old recordings go with the next start");
  attempt(() => sweepDiagnostics(new Workspace(home.sessionFiles), configStore.resolve({ cwd: home.dir, env: process.env })), "old records go with the next start, or when the configuration can be read");
}
