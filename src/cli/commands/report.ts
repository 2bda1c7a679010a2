import path from "node:path";
import type { ExportSessionReportOutput } from "../../generated/sdkTools.ts";
import { openWithSystem } from "../openWithSystem.ts";
import { copyTo } from "../copyTo.ts";
import type { Invocation, OwnCommand } from "./ownCommand.ts";

async function report(call: Invocation): Promise<number> {
  const [given] = call.words;
  const format = call.on("trace") || given?.endsWith(".zip") ? "playwright-trace" : "html";
  const note = call.text("note");
  const made = await call.call<ExportSessionReportOutput>("export_session_report", { session: call.session, format, ...(note !== undefined && { note }) });
  const file = given === undefined ? (made.path ?? "") : copyTo(made.path ?? "", given);
  const opened = call.on("open") && format === "html" ? await openWithSystem(file) : undefined;
  const advice = format === "html" ? "" : `\nOpen it: npx playwright show-trace ${path.relative(".", file)}`;
  return call.show({ ...made, path: file, ...(opened !== undefined && { opened }) }, `${file}  (${made.calls} calls, ${made.pictures} pictures)${advice}`);
}

export const reportCommand: OwnCommand = {
  name: "report",
  usage: "[file.html|file.zip] [--trace] [--note text] [--open]",
  words: 1,
  summary: "What happened in the session, as one HTML file or a trace for Playwright's viewer",
  flags: {
    trace: { help: "a trace instead of a page; so does a name that ends with .zip" },
    note: { value: "text", help: "words to put at its head" },
    open: { help: "show it in the browser of this desktop" },
  },
  examples: ["report checkout.html --note \"second attempt\"", "report checkout.zip", "report --open"],
  run: report,
};
