import { DroverError } from "../protocol/errors.ts";

/** Why what a client had under way ends. One for all of them: with none given, Node makes one each time, and looks where it was. */
export const clientGone = new DroverError("cancelled", "the client has gone");
