import { singly } from "../shelf.ts";

export const sessionShelf = singly({
  open_session: async () => (await import("./openSession.ts")).openSession,
  close_session: async () => (await import("./closeSession.ts")).closeSession,
  close_sessions: async () => (await import("./closeSession.ts")).closeSessions,
  list_sessions: async () => (await import("./listSessions.ts")).listSessions,
  target: async () => (await import("./target.ts")).target,
  clear: async () => (await import("./target.ts")).clear,
  profile_snapshot: async () => (await import("./profile.ts")).profileSnapshot,
  profile_restore: async () => (await import("./profile.ts")).profileRestore,
  session_state: async () => (await import("./sessionState.ts")).sessionState,
  rename_session: async () => (await import("./renameSession.ts")).renameSession,
});
