import { Approvals } from "../policy/approvals.ts";
import { SessionDevices } from "./asks/devices.ts";
import { SessionNotifications } from "./asks/notifications.ts";
import { PageAsks } from "./asks/pageAsks.ts";
import { SessionPermissions } from "./asks/permissions.ts";
import { SessionPickers } from "./asks/pickers.ts";
import { ServerAccess } from "./serverAccess.ts";
import { Clipboard } from "./clipboard.ts";
import { ConsoleLog } from "./consoleLog.ts";
import { SessionDialogs } from "./dialogs.ts";
import { SessionDownloads } from "./downloads.ts";
import { Clock } from "./emulation/clock.ts";
import { Device } from "./emulation/device.ts";
import { Randomness } from "./emulation/randomness.ts";
import { SessionExtensions } from "./extensions.ts";
import { FindMemory } from "./findMemory.ts";
import { SessionGuard } from "./guard.ts";
import { HarRecording } from "./har/harRecording.ts";
import { HarReplay } from "./har/harReplay.ts";
import { HiddenOverlays } from "./hiddenOverlays.ts";
import { InitScripts } from "./initScripts.ts";
import { Interception } from "./interception.ts";
import { KeptSnapshots } from "./keptSnapshots.ts";
import { Hands } from "./live/hands.ts";
import { TestStop } from "./testStop.ts";
import { Wheel } from "./live/wheel.ts";
import { Measuring } from "./measure/measuring.ts";
import { NamedRegions } from "./namedRegions.ts";
import { NetworkLog } from "./networkLog.ts";
import { PageScripts } from "./pageScripts.ts";
import { PageWork } from "./pageWork.ts";
import { SessionPeople } from "./people.ts";
import { CallMetrics } from "./recording/callMetrics.ts";
import { Evidence } from "./recording/evidence.ts";
import { FlowRecording } from "./recording/flowRecording.ts";
import { RouteTable } from "./routes.ts";
import { ServiceWorkerRules } from "./serviceWorkerRules.ts";
import { SessionSecrets } from "./secrets.ts";
import type { Session } from "./session.ts";
import { SessionViewport } from "./sessionViewport.ts";
import { SocketLog } from "./socketLog.ts";
import { SocketRules } from "./socketRules.ts";
import { SourceMaps } from "./sourceMaps.ts";
import { OriginsSeen } from "./state/originsSeen.ts";
import { Throttle } from "./throttle.ts";
import { SessionVideo } from "./video/sessionVideo.ts";
import { SessionWorkers } from "./workers.ts";

/** What a session is made of besides its pages. A name here is the part's name in the session's record: it stays. */
const kinds = {
  scripts: PageScripts,
  work: PageWork,
  viewport: SessionViewport,
  device: Device,
  clock: Clock,
  randomness: Randomness,
  overlays: HiddenOverlays,
  initScripts: InitScripts,
  throttle: Throttle,
  socketRules: SocketRules,
  // Those who answer requests are asked in this order.
  guard: SessionGuard,
  serviceWorkerRules: ServiceWorkerRules,
  routes: RouteTable,
  harReplay: HarReplay,
  access: ServerAccess,
  interception: Interception,
  workers: SessionWorkers,
  console: ConsoleLog,
  network: NetworkLog,
  sockets: SocketLog,
  recording: HarRecording,
  sourceMaps: SourceMaps,
  dialogs: SessionDialogs,
  asks: PageAsks,
  permissions: SessionPermissions,
  notifications: SessionNotifications,
  pickers: SessionPickers,
  devices: SessionDevices,
  downloads: SessionDownloads,
  origins: OriginsSeen,
  clipboard: Clipboard,
  findMemory: FindMemory,
  regions: NamedRegions,
  kept: KeptSnapshots,
  approvals: Approvals,
  secrets: SessionSecrets,
  extensions: SessionExtensions,
  people: SessionPeople,
  wheel: Wheel,
  hands: Hands,
  testStop: TestStop,
  measuring: Measuring,
  flow: FlowRecording,
  evidence: Evidence,
  metrics: CallMetrics,
  video: SessionVideo,
};

export type SessionParts = { readonly [Name in keyof typeof kinds]: InstanceType<(typeof kinds)[Name]> };

/** A part may use the others later, not while it is made. */
export function makeParts(session: Session): SessionParts {
  return Object.fromEntries(Object.entries(kinds).map(([name, Kind]) => [name, new Kind(session)])) as SessionParts;
}
