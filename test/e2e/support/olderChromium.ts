import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { behindWrapper } from "../../../src/browser/chromiumFlags.ts";
import { findBrowser } from "../../../src/browser/findBrowser.ts";
import { resolveHome } from "../../../src/config/home.ts";

/** Passes on what is said to the browser and by it, and answers for a domain that older ones do not know as they do. */
const relay = `
import { createReadStream, createWriteStream } from "node:fs";
const [folder] = process.argv.slice(2);
const toBrowser = createWriteStream(folder + "/in");
const toDriver = createWriteStream("", { fd: 4 });
let begun = "";
createReadStream("", { fd: 3, encoding: "utf8" }).on("data", (chunk) => {
  const messages = (begun + chunk).split("\\0");
  begun = messages.pop();
  for (const message of messages) {
    const { id, method = "", sessionId } = message === "" ? {} : JSON.parse(message);
    if (method.startsWith("Extensions.")) toDriver.write(JSON.stringify({ id, sessionId, error: { code: -32601, message: "'" + method + "' wasn't found" } }) + "\\0");
    else toBrowser.write(message + "\\0");
  }
});
createReadStream(folder + "/out").on("data", (chunk) => toDriver.write(chunk)).on("end", () => process.exit());
`;

/** A program that starts the Chromium of this machine as one which takes no extensions while it runs. */
export function olderChromium(folder: string): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "relay.mjs"), relay);
  const file = path.join(folder, "older-chromium");
  const chromium = behindWrapper(findBrowser(resolveHome(), "chromium")?.path ?? "");
  writeFileSync(file, `#!/bin/sh
pipes=$(mktemp -d "${folder}/pipes-XXXXXX")
mkfifo "$pipes/in" "$pipes/out"
exec 5<>"$pipes/in" 6<>"$pipes/out"
"${process.execPath}" "${folder}/relay.mjs" "$pipes" 5<&- 6<&- &
exec "${chromium}" "$@" 3<&5 4>&6 5<&- 6<&-
`);
  chmodSync(file, 0o700);
  return file;
}
