import { z } from "zod";

/** For tools that answer for sessions that are not open, too. */
export const sessionInput = { session: z.string().min(1).max(200).optional() };
