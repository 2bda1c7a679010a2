import { screenshot } from "./screenshot.ts";

export const pictureTools = [screenshot];
