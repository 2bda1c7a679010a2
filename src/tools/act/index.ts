import { click } from "./click.ts";
import { fill } from "./fill.ts";
import { hover } from "./hover.ts";
import { press } from "./press.ts";
import { select } from "./select.ts";

export const actTools = [click, fill, press, hover, select];
