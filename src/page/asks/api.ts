/** What pages ask of people, and what the session has decided of it. Types only: read from both sides. */
export type AskMode = "allow" | "deny" | "raise" | "ask-human";
export type HandledAs = "allowed" | "denied" | "raised" | "asked-human";

export interface AsksConfig {
  permissions: { mode: AskMode; perPermission: Record<string, AskMode> };
  notifications: AskMode;
}

/** What a document tells the daemon. With an `id` it waits for an answer. */
export type AskReport =
  | { ask: "permission"; permission: string; handledAs: HandledAs; id?: number }
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
