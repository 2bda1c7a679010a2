import type { EngineFrame, EnginePage } from "../port.ts";
import type { EngineWorker } from "./workers.ts";

export type NavigationKind = "full_load" | "spa" | "hash";

export interface ConsoleMessage {
  level: "log" | "info" | "warning" | "error" | "debug" | "trace";
  text: string;
  location?: { url: string; line: number; column: number };
  ts: number;
  frameId?: string;
}

export interface PageError {
  message: string;
  stack?: string;
  location?: { url: string; line: number; column: number };
  ts: number;
}

export interface RequestStart {
  id: string;
  url: string;
  method: string;
  /** CDP's words in lower case: document, stylesheet, image, font, script, xhr, fetch, media, websocket, ping, other. */
  type: string;
  /** Filled in with what the network stack added (cookies) when the browser tells it, which may be after the event. */
  headers: Record<string, string>;
  postData?: string;
  /** There is a body, perhaps one too long to be in the event: `requestPostData` has it. */
  hasPostData?: boolean;
  /** Milliseconds since the epoch. */
  ts: number;
  frameId?: string;
  /** Set on a hop that a redirect made; the hop before has the same id and is finished by this event. */
  redirectOf?: ResponseStart;
  initiator?: string;
}

export interface ResponseStart {
  id: string;
  url: string;
  status: number;
  statusText: string;
  headers: Record<string, string>;
  mimeType: string;
  ts: number;
  protocol?: string;
  remoteAddress?: string;
  fromCache?: boolean;
  fromServiceWorker?: boolean;
  /** Milliseconds relative to the request's start, as HAR wants them; -1 where not known. */
  timing?: { dns: number; connect: number; ssl: number; send: number; wait: number };
}

export interface SocketFrame {
  socketId: string;
  url: string;
  dir: "sent" | "recv";
  kind: "ws" | "sse";
  opcode?: number;
  event?: string;
  /** Text, or base64 when `binary`. */
  payload: string;
  binary?: boolean;
  ts: number;
}

export interface DialogOpened {
  kind: "alert" | "confirm" | "prompt" | "beforeunload";
  message: string;
  defaultValue?: string;
  answer(accept: boolean, text?: string): Promise<void>;
}

export interface DownloadStarted {
  id: string;
  url: string;
  suggestedFilename: string;
  /** Resolves when the file is complete (its path inside the directory given to setDownloads) or has failed. */
  finished: Promise<{ path?: string; bytes: number; error?: string }>;
}

export interface FileChooser {
  frame: EngineFrame;
  /** Hands the input to page code, and says by which name `setFiles` knows it then. */
  input(): Promise<string>;
}

export interface EnginePageEvents {
  console: [ConsoleMessage];
  pageerror: [PageError];
  request: [RequestStart];
  response: [ResponseStart];
  /** `bytes` went over the wire, `bodyBytes` is the body's size after decoding. */
  requestfinished: [{ id: string; bytes: number; bodyBytes?: number; ts: number }];
  requestfailed: [{ id: string; error: string; ts: number; canceled: boolean }];
  socketopened: [{ socketId: string; url: string; ts: number }];
  /** The server has agreed: frames can be sent. */
  socketready: [{ socketId: string; ts: number }];
  socketframe: [SocketFrame];
  socketclosed: [{ socketId: string; ts: number }];
  dialog: [DialogOpened];
  dialogclosed: [];
  /** A file input asks for files: Chromium tells of it while choosers are held back, Firefox always. */
  filechooser: [FileChooser];
  /** A navigation was asked for in this frame and its document has not been committed yet. */
  navigating: [{ frame: EngineFrame; url: string }];
  navigated: [{ frame: EngineFrame; url: string; kind: NavigationKind }];
  domcontentloaded: [{ frame: EngineFrame }];
  load: [{ frame: EngineFrame }];
  frameattached: [EngineFrame];
  framedetached: [EngineFrame];
  titlechanged: [];
  download: [DownloadStarted];
  /** This page is about to open another one, with or without a tie to itself. */
  windowopening: [{ url: string }];
  popup: [page: EnginePage];
  crashed: [];
  closed: [];
  /** Fired before the worker's first script; what is sent to it from the listener is done before that. */
  worker: [EngineWorker];
  workerclosed: [EngineWorker];
  /** What a worker posted: text as it is, everything else as JSON. */
  workermessage: [{ worker: EngineWorker; data: string; ts: number }];
}
