import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { mayFail } from "../diagnosis/mayFail.ts";
import type { EngineExtensions, EnginePage, EngineServiceWorker } from "../engine/port.ts";
import { DroverError } from "../protocol/errors.ts";
import { chromiumIdOf, foldersAtStart, startingWith } from "./extensionsAtStart.ts";
import { fireCommand } from "./extensionCommand.ts";
import { readManifest, type ExtensionManifest, type ExtensionPage } from "./extensionManifest.ts";
import type { SessionPart } from "./part.ts";
import type { Session } from "./session.ts";
import type { SessionPage } from "./sessionPage.ts";

/** An extension's worker starts with it, on a busy machine a little later. */
const WORKER_MS = 3000;
const POLL_MS = 25;

const savedExtension = z.object({ path: z.string(), runtimeId: z.string() });
type Saved = z.infer<typeof savedExtension>;

interface Loaded extends Saved {
  manifest: ExtensionManifest;
}

export interface ExtensionFacts {
  id: string;
  name: string;
  version: string;
  path: string;
  enabled: boolean;
}

/** What an extension was made to do: a page of its own came up over the page or in a tab, its button was pressed, or its command was given. */
export type Triggered = { opened: SessionPage; by: "button" | "tab" } | { command: string; by: "keys" | "event" } | { button: true };

/** What came of a change: `startWith` are the folders with which the browser must be started anew for it, because it takes none while it runs. */
export interface Change {
  id: string;
  startWith?: string[];
}

/** Unpacked extensions that were loaded into the session's own browser while it runs. */
export class SessionExtensions implements SessionPart<Saved[]> {
  readonly saved = z.array(savedExtension);
  readonly #session: Session;
  readonly #loaded = new Map<string, Loaded>();
  /** Workers start, and speak, before the browser says what it has loaded. */
  #loading = 0;

  constructor(session: Session) {
    this.#session = session;
  }

  save(): Saved[] | undefined {
    return this.#loaded.size > 0 ? [...this.#loaded.values()].map(({ path, runtimeId }) => ({ path, runtimeId })) : undefined;
  }

  /** A browser that went on has them still; one that was started again gets them again. */
  async restore(saved: Saved[]): Promise<void> {
    const engine = this.#engine();
    const present = await engine.present?.();
    for (const { path, runtimeId } of saved) {
      const there = present?.some(({ id }) => id === runtimeId) ?? false;
      const manifest = readManifest(path, path);
      this.#loaded.set(idOf(path), { path, manifest, runtimeId: there ? runtimeId : ((await this.#load(engine, path)) ?? chromiumIdOf(path, manifest.key)) });
    }
  }

  async install(folder: string, given: string): Promise<Change> {
    const engine = this.#engine();
    const manifest = readManifest(folder, given);
    const runtimeId = await this.#load(engine, folder);
    const id = idOf(folder);
    if (runtimeId === undefined) this.#requireSole();
    this.#loaded.set(id, { path: folder, runtimeId: runtimeId ?? chromiumIdOf(folder, manifest.key), manifest });
    this.#session.changed();
    return runtimeId === undefined ? { id, startWith: [...new Set([...this.#atStart(), folder])] } : { id };
  }

  #atStart(): string[] {
    return foldersAtStart(this.#session.plan.extraArgs);
  }

  /** Other sessions have pages in a browser that they share. */
  #requireSole(): void {
    const others = [...this.#session.lease.sessions].filter((each) => each !== this.#session).map(({ id }) => id);
    if (others.length === 0) return;
    throw new DroverError("profile-in-use", `this browser takes extensions only as it starts, and ${others.join(", ")} would lose their pages`, { hint: "Close those sessions first, or install it in a session with a profile of its own." });
  }

  async #load(engine: EngineExtensions, folder: string): Promise<string | undefined> {
    this.#loading++;
    try {
      return await engine.load(folder);
    } finally {
      this.#loading--;
    }
  }

  async reload(id: string): Promise<Change> {
    const { path } = this.#named(id);
    return this.install(path, path);
  }

  async uninstall(id: string): Promise<Change> {
    const { path, runtimeId } = this.#named(id);
    const engine = this.#engine();
    const atStart = this.#atStart();
    const startAnew = atStart.includes(path) && (await engine.present?.()) === undefined;
    if (startAnew) this.#requireSole();
    else await engine.unload(runtimeId);
    this.#loaded.delete(idOf(path));
    this.#session.changed();
    return startAnew ? { id, startWith: atStart.filter((folder) => folder !== path) } : { id };
  }

  async list(): Promise<ExtensionFacts[]> {
    if (this.#loaded.size === 0) return [];
    const engine = this.#engine();
    const present = await engine.present?.();
    return Promise.all(
      [...this.#loaded].map(async ([id, { path, runtimeId, manifest: { name, version } }]) => ({
        id,
        name,
        version,
        path,
        enabled: present ? (present.find((each) => each.id === runtimeId)?.enabled ?? false) : ((await engine.serves?.(runtimeId)) ?? true),
      })),
    );
  }

  /** Lets one go that the browser did not take as it started: the next start is without it. */
  giveUp(id: string): void {
    const { path } = this.#named(id);
    this.#loaded.delete(id);
    this.#session.replan({ extraArgs: startingWith(this.#session.plan.extraArgs, this.#atStart().filter((folder) => folder !== path)) });
  }

  /** Whether an address is of one of them. */
  owns(url: string): boolean {
    if (this.#loading > 0 && /^(?:chrome|moz)-extension:/.test(url)) return true;
    return [...this.#loaded.values()].some(({ runtimeId }) => url.startsWith(this.#session.context.extensions?.address?.(runtimeId) ?? "?"));
  }

  runtimeId(id: string): string {
    return this.#named(id).runtimeId;
  }

  /** Where its own pages are. */
  address(id: string): string {
    const { runtimeId } = this.#named(id);
    const address = this.#engine().address?.(runtimeId);
    if (address === undefined) throw new DroverError("unsupported-engine", "this browser does not let extensions be operated from outside");
    return address;
  }

  /** Presses its button, which brings up its popup where it has one, opens one of its pages in a tab, or fires one of its commands. */
  async trigger(id: string, page: SessionPage, { command, open }: { command?: string | undefined; open?: ExtensionPage | undefined }): Promise<Triggered> {
    const { manifest } = this.#named(id);
    if (command !== undefined && !isButton(command)) return this.#fire(this.address(id), manifest, command, page);
    return open === undefined ? this.#press(id, page) : this.#open(id, open);
  }

  async #press(id: string, over: SessionPage): Promise<Triggered> {
    const { manifest, runtimeId } = this.#named(id);
    const engine = this.#engine();
    if (!engine.pressButton) throw new DroverError("unsupported-engine", "this browser does not let extensions be operated from outside");
    if (!manifest.hasButton)
      throw new DroverError("refused", `${manifest.name} has neither a popup nor a button`, { hint: "Its content scripts and its worker work by themselves: see the page, console_read and workers_list." });
    // A browser that tells nothing of its extensions presses none of their buttons.
    if (manifest.pages.popup !== undefined && (await engine.present?.()) === undefined) return this.#open(id, "popup");
    const popup = await engine.pressButton(runtimeId, this.#below(over), manifest.pages.popup !== undefined);
    if (popup) {
      const opened = this.#session.adopt(popup);
      this.#session.activate(opened);
      return { opened, by: "button" };
    }
    return manifest.pages.popup === undefined ? { button: true } : this.#open(id, "popup");
  }

  async #open(id: string, open: ExtensionPage): Promise<Triggered> {
    const { manifest } = this.#named(id);
    const wanted = manifest.pages[open];
    if (wanted === undefined) {
      const has = Object.keys(manifest.pages).join(", ");
      throw new DroverError("not-found", `${manifest.name} has no ${inProse[open]}`, { hint: has ? `It has ${has}.` : "Its manifest names no pages." });
    }
    const opened = await this.#session.openPage(new URL(wanted, this.address(id)).href);
    this.#session.activate(opened);
    return { opened, by: "tab" };
  }

  async #fire(address: string, { name, commands }: ExtensionManifest, command: string, page: SessionPage): Promise<Triggered> {
    if (!commands.includes(command))
      throw new DroverError("not-found", `${name} has no command "${command}"`, { hint: commands.length > 0 ? `It has ${commands.join(", ")}.` : "Its manifest declares none." });
    const worker = await this.#workerAt(address);
    if (!worker)
      throw new DroverError("not-found", `${name} has no worker that listens for commands`, { hint: "Open its popup by leaving command out, or drive what its content scripts put into the page." });
    return { command, by: await fireCommand(worker, command, this.#below(page)) };
  }

  /** What is done while a popup is up is done over the page below it. */
  #below(page: SessionPage): EnginePage {
    return (this.owns(page.url) && page.engine.opener) || page.engine;
  }

  /** The one that listens for commands: a worker that has just started, or starts anew, does so a moment later. */
  async #workerAt(address: string): Promise<EngineServiceWorker | undefined> {
    for (const endsAt = Date.now() + WORKER_MS; Date.now() < endsAt; await pause(POLL_MS))
      for (const worker of this.#session.context.serviceWorkers?.running() ?? []) {
        if (!worker.url.startsWith(address)) continue;
        const listens = await mayFail(worker.evaluate("globalThis.chrome?.commands?.onCommand.hasListeners() === true"), "a worker may stop, and start anew, while it is asked");
        if (listens === true) return worker;
      }
    return undefined;
  }

  #named(id: string): Loaded {
    const found = this.#loaded.get(id) ?? [...this.#loaded.values()].find(({ runtimeId }) => runtimeId === id);
    if (found) return found;
    throw new DroverError("not-found", `no extension ${id} is loaded in session "${this.#session.id}"`, {
      hint: this.#loaded.size > 0 ? `Loaded: ${[...this.#loaded].map(([known, { manifest }]) => `${known} (${manifest.name})`).join(", ")}.` : "extensions_install loads one.",
    });
  }

  #engine(): EngineExtensions {
    const { mode, context } = this.#session;
    if (mode === "persistent" && context.extensions) return context.extensions;
    throw new DroverError("refused", mode === "attached" ? "an attached browser is somebody else's, with extensions of their own" : "extensions live in a profile, and incognito sessions share a browser without one", {
      hint: 'Open a session with a profile: open_session({mode:"persistent", profile:"…"}); headless is fine.',
    });
  }
}

const inProse: Record<ExtensionPage, string> = { popup: "popup", options: "options page", "side-panel": "side panel" };

/** The commands that stand for the button. */
const isButton = (command: string): boolean => /^_execute_(?:browser_|page_)?action$/.test(command);

/** The same for the same folder, in every session. */
const idOf = (folder: string): string => `ext-${createHash("sha256").update(folder).digest("hex").slice(0, 12)}`;
