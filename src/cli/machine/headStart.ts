/** A bundle of its own: a command that finds no daemon needs it, and so does a daemon that was started for a browser. */
export { abandon, begunBrowser } from "../../browser/begunBrowser.ts";
export { headStart, headStartOfDaemon } from "../../browser/headStart.ts";
