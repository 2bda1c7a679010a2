import type { AskMode } from "../../page/asks/api.ts";
import type { Session } from "../session.ts";

/** What nobody has decided is for the person who has the wheel to say. */
export const whoeverSteers = ({ parts }: Session, mode: AskMode): AskMode => (mode === "raise" && parts.wheel.taken ? "ask-human" : mode);
