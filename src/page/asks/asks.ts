/**
 * Runs in the page's own world before any other script: what the page would ask of a person goes to the session, whose policies answer.
 */
import type { AskReport, AsksConfig } from "./api.ts";
import { Asker } from "./asker.ts";
import { wrapCanvases } from "./canvases.ts";
import { wrapDevices } from "./devices.ts";
import { Kit } from "./kit.ts";
import { wrapListeners } from "./listeners.ts";
import { wrapNotifications } from "./notifications.ts";
import { wrapPickers } from "./pickers.ts";
import { hideMarks } from "./stealth.ts";
import { wrapPermissions } from "./permissions.ts";

declare const __DROVER_REPORT__: (report: AskReport) => void;

/** Replaced with a name that no page can guess. */
const KEY = "__DROVER_ASKS__";
const config = "__DROVER_ASKS_CONFIG__" as unknown as AsksConfig;

// A document that was open when this daemon came may have it already.
const there = new CustomEvent(`${KEY}-there`, { cancelable: true, detail: { report: __DROVER_REPORT__, config } });
if (window.dispatchEvent(there)) {
  window.addEventListener(`${KEY}-there`, (event) => {
    event.preventDefault();
    asker.goOn((event as typeof there).detail);
  });
  const kit = new Kit(KEY);
  const asker = new Asker(config, KEY, __DROVER_REPORT__, () => kit.restore());
  wrapPermissions(kit, asker);
  wrapNotifications(kit, asker);
  wrapPickers(kit, asker);
  wrapDevices(kit, asker);
  wrapListeners(kit, KEY);
  wrapCanvases(kit, KEY);
  let hidden = false;
  asker.onConfig(({ stealth }) => {
    if (stealth && !hidden) hideMarks(kit);
    hidden ||= stealth;
  });
}
