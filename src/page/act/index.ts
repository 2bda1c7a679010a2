import type { ActApi } from "./api.ts";
import { begin } from "./begin.ts";
import { checkFill, fill, focus } from "./fill.ts";
import { finish } from "./finish.ts";
import { frameAt } from "./frameAt.ts";
import { scroll } from "./scroll.ts";
import { selectOptions } from "./select.ts";
import { waitFor } from "./waitFor.ts";

export const act: ActApi = { begin, finish, focus, fill, checkFill, selectOptions, scroll, waitFor, frameAt };
