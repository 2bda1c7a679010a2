/** What pages ask of people, and what the session has decided of it. Types only: read from both sides. */
export type AskMode = "allow" | "deny" | "raise" | "ask-human";
export type HandledAs = "allowed" | "denied" | "raised" | "asked-human";

export interface AsksConfig {
  permissions: { mode: AskMode; perPermission: Record<string, AskMode> };
  notifications: AskMode;
  /** Those that have devices staged. */
  devices: DeviceApi[];
  stealth: boolean;
}

export type DeviceApi = "bluetooth" | "usb" | "hid";

export interface CharacteristicData {
  uuid: string;
  /** base64, as everything that devices say. */
  value?: string;
  properties?: string[];
  notify?: string[];
  everyMs?: number;
}

export interface ServiceData {
  uuid: string;
  characteristics?: CharacteristicData[];
}

/** A device with every field that any of the three interfaces shows. */
export interface DeviceData {
  id: string;
  name: string;
  vendorId: number;
  productId: number;
  manufacturerName: string;
  serialNumber: string;
  deviceClass: number;
  deviceSubclass: number;
  deviceProtocol: number;
  services: ServiceData[];
  collections: unknown[];
  /** By endpoint; 0 answers control transfers. */
  transfersIn: Record<string, string[]>;
  inputReports: { reportId: number; data: string }[];
  featureReports: Record<string, string>;
  everyMs: number;
}

export type PickerApi = "showOpenFilePicker" | "showSaveFilePicker" | "showDirectoryPicker";

/** A file or folder that a picker gives; `pick` is its name between the page and the daemon. Bytes are base64. */
export interface GivenEntry {
  pick: string;
  name: string;
  kind: "file" | "directory";
  bytes?: string;
  mimeType?: string;
  tree?: { names: string[]; bytes?: string }[];
}

export type PickerAnswer = { entries: GivenEntry[] } | { refused: string; message: string };

/** What a page has done to something it was given; `names` lead from there. */
export type PickerChange = { pick: string; names: string[] } & (
  | { change: "write"; chunk: string; last: boolean }
  | { change: "folder" | "remove" }
  | { change: "move"; to: string[] }
);

/** What a document tells the daemon. With an `id` it waits for an answer. */
export type AskReport =
  | { ask: "permission"; permission: string; handledAs: HandledAs; id?: number }
  | { ask: "picker"; api: PickerApi; suggestedName?: string; id?: number }
  | (PickerChange & { ask: "pickerChange"; id?: number })
  | { ask: "device"; api: DeviceApi; filters?: unknown; id?: number }
  | { ask: "pairedDevices"; api: DeviceApi; id?: number }
  | { ask: "forgetDevice"; api: DeviceApi; device: string; id?: number }
  | { ask: "deviceData"; api: DeviceApi; device: string; channel: string; data: string; id?: number }
  | { ask: "notification"; title: string; body?: string; icon?: string; tag?: string; handledAs: HandledAs; id?: number };

/** What the daemon tells a document: another configuration, or the answer to a report. */
export type AskMessage = { config: AsksConfig } | { restore: true } | { answer: number; value: unknown };

export type PermissionStateName = "granted" | "denied" | "prompt" | "unknown";

export interface AsksApi {
  /** Hands a message to the scripts of the page's own world, without the page's hearing of it. */
  tellAsker(arg: { event: string; message: AskMessage }): void;
  /** The browser's own word on permissions. */
  permissionStates(arg: { names: string[] }): Promise<Record<string, PermissionStateName>>;
}
