import { z } from "zod";

/** Open shadow roots are entered unless this is false; "closed" enters closed ones too, from then on. */
export const shadowInput = z.union([z.enum(["open", "closed"]), z.literal(false)]);
