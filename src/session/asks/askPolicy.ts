import { z } from "zod";
import type { AskMode, HandledAs } from "../../page/asks/api.ts";

const askModes = ["allow", "deny", "raise", "ask-human"] as const satisfies readonly AskMode[];
export const askMode = z.enum(askModes);
export const handledAs = z.enum(["allowed", "denied", "raised", "asked-human"]) satisfies z.ZodType<HandledAs>;

/** Those that a policy may speak of. */
export const permissionNames = [
  "camera",
  "microphone",
  "geolocation",
  "notifications",
  "clipboard-read",
  "clipboard-write",
  "midi",
  "midi-sysex",
  "payment-handler",
  "background-sync",
  "accelerometer",
  "gyroscope",
  "magnetometer",
] as const;

export const permissionPolicyShape = z.object({ mode: askMode, perPermission: z.record(z.string(), askMode) });
export type PermissionPolicy = z.infer<typeof permissionPolicyShape>;

export const permissionRequestShape = z.object({ permission: z.string(), origin: z.string().optional(), handledAs });
export type PermissionRequest = z.infer<typeof permissionRequestShape>;

export const pickerApis = ["showOpenFilePicker", "showSaveFilePicker", "showDirectoryPicker"] as const;

export const fsPickerRequestShape = z.object({ api: z.enum(pickerApis), suggestedName: z.string().optional(), handledAs });
export type FsPickerRequest = z.infer<typeof fsPickerRequestShape>;

export const notificationShape = z.object({
  title: z.string(),
  body: z.string().optional(),
  icon: z.string().optional(),
  tag: z.string().optional(),
  timestamp: z.number(),
  origin: z.string().optional(),
  handledAs,
});
export type ShownNotification = z.infer<typeof notificationShape>;
