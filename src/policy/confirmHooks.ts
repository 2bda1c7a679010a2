/** What an agent may have to be allowed by a person before it is done, one hook for each kind of act. */
export const confirmHooks = ["navigate_off_allowlist", "byob_action", "file_download", "file_upload"] as const;

export type ConfirmHook = (typeof confirmHooks)[number];
