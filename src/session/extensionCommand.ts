import type { EnginePage, EngineServiceWorker } from "../engine/port.ts";
import { chordNamed, pressShortcut, type Chord } from "./keyboard.ts";

/** How long keys that were pressed may take to reach a worker on a busy machine. */
const KEYS_MS = 3000;

/** Presses the keys of an extension's command over a page. Where it has none, or they do not reach it, its worker is given the event that they would cause. */
export async function fireCommand(worker: EngineServiceWorker, command: string, page: EnginePage): Promise<"keys" | "event"> {
  const shortcut = await worker.evaluate(`chrome.commands.getAll().then((all) => all.find(({ name }) => name === ${JSON.stringify(command)})?.shortcut)`);
  // On macOS it is written with signs, which name no keys here.
  const chord = typeof shortcut === "string" ? chordNamed(shortcut) : undefined;
  if (chord && (await pressed(worker, command, page, chord))) return "keys";
  await worker.evaluate(`chrome.tabs.query({}).then((tabs) => chrome.commands.onCommand.dispatch(${JSON.stringify(command)}, tabs.find(({ url }) => url === ${JSON.stringify(page.url)}) ?? tabs.find(({ active }) => active)))`);
  return "event";
}

/** Whether the command was seen to come of its keys. A browser that is behind with them answers what it is asked only after it has passed them on: the command is not given twice. */
async function pressed(worker: EngineServiceWorker, command: string, page: EnginePage, chord: Chord): Promise<boolean> {
  await page.bringToFront();
  await worker.evaluate(`void (globalThis.__droverCommand = new Promise((came) => {
    const { onCommand } = chrome.commands;
    const listen = (name) => {
      if (name !== ${JSON.stringify(command)}) return;
      onCommand.removeListener(listen);
      came(true);
    };
    onCommand.addListener(listen);
  }))`);
  await pressShortcut(page.input, chord);
  const notSeen = `new Promise((over) => setTimeout(over, ${KEYS_MS})).then(() => chrome.commands.getAll()).then(() => false)`;
  return (await worker.evaluate(`Promise.race([globalThis.__droverCommand, ${notSeen}])`)) === true;
}
