import { closeSession, closeSessions } from "./closeSession.ts";
import { listSessions } from "./listSessions.ts";
import { openSession } from "./openSession.ts";

export const sessionTools = [openSession, closeSession, closeSessions, listSessions];
