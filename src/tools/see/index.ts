import { find } from "./find.ts";
import { snapshot } from "./snapshot.ts";

export const seeTools = [snapshot, find];
