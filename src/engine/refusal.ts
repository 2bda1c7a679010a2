/**
 * What a browser's refusal of a command means: its target went away under it (`gone`), we asked in a way that it does not
 * understand (`misuse`, a bug of ours), or something else that who asked may know how to take (`other`).
 */
export type RefusalKind = "gone" | "misuse" | "other";
