import { goBack, goForward } from "./history.ts";
import { navigate } from "./navigate.ts";
import { reload } from "./reload.ts";
import { scroll } from "./scroll.ts";
import { setViewport } from "./setViewport.ts";
import { tabVisibility } from "./tabVisibility.ts";
import { waitFor } from "./waitFor.ts";

export const navigateTools = [navigate, goBack, goForward, reload, scroll, setViewport, tabVisibility, waitFor];
