import { z } from "zod";

/** Open shadow roots are entered unless this is false; "closed" adds evidence of what closed ones hold. */
export const shadowInput = z.union([z.enum(["open", "closed"]), z.literal(false)]);
