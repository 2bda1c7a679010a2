import { closeSession, closeSessions } from "./closeSession.ts";
import { listSessions } from "./listSessions.ts";
import { openSession } from "./openSession.ts";
import { profileRestore, profileSnapshot } from "./profile.ts";
import { renameSession } from "./renameSession.ts";
import { sessionState } from "./sessionState.ts";
import { clear, target } from "./target.ts";

export const sessionTools = [openSession, closeSession, closeSessions, listSessions, target, clear, profileSnapshot, profileRestore, sessionState, renameSession];
