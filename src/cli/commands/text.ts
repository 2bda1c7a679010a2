import { writeFileSync } from "node:fs";
import { DroverError } from "../../protocol/errors.ts";
import { atGivenPath } from "../givenPath.ts";
import { recall, remember } from "../remembered.ts";
import { note, terminal } from "../terminal.ts";
import type { OwnCommand } from "./ownCommand.ts";

const script = (selector: string) => `(() => {
  const element = document.querySelector(${JSON.stringify(selector)});
  return element && (element.innerText ?? element.textContent ?? "");
})()`;

/** What a person would read on the page, or in one element of it. */
export const textCommand: OwnCommand = {
  name: "text",
  usage: "[-s css]",
  summary: "The page's text, or that of one element",
  flags: {
    selector: { value: "css", short: "s", help: "the element; the last one when left out, and `-s body` for the whole page" },
    page: { value: "page", help: "which page: its id, a part of its title, or a pattern of its URL" },
    output: { value: "file", short: "o", help: "write it to a file" },
  },
  examples: ["text", "text -s h1"],
  run: async (call) => {
    if (call.text("output") !== undefined) terminal().beforeFiles?.();
    const last = recall(call.home, call.session).selector;
    const given = call.text("selector") ?? call.words[0];
    if (given === undefined && last !== undefined) note(`Of the last selector, ${last}; \`-s body\` is the whole page.`);
    const selector = given ?? last ?? "body";
    const page = call.text("page");
    const { value } = await call.call<{ value: unknown }>("eval_js", { session: call.session, expr: script(selector), ...(page && { page }) });
    if (typeof value !== "string")
      throw new DroverError("not-found", `nothing on the page matches ${selector}`, { hint: "`drover snapshot` shows what is there." });
    if (given !== undefined) remember(call.home, call.session, { selector });
    const file = call.text("output");
    if (file === undefined) return call.show({ ok: true, selector, text: value }, value);
    atGivenPath(file, () => writeFileSync(file, `${value}\n`));
    return call.show({ ok: true, selector, path: file }, file);
  },
};
