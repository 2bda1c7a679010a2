import { mayFail } from "../diagnosis/mayFail.ts";
import { isDroverError, type ErrorCode } from "../protocol/errors.ts";
import type { DocumentScript, InstalledScript } from "./port.ts";

/** Where an engine keeps scripts for new documents: a session of CDP, a tab of BiDi. They run in the order of their arrival. */
export interface ScriptPlace {
  /** Sends at once. Resolves with the engine's own id. */
  add(script: DocumentScript): Promise<string>;
  remove(id: string): void;
}

/**
 * A script as the body of a function, so that what it declares is its own. `send` takes text; the page may exchange
 * `JSON.stringify` later.
 */
export const functionOf = ({ source, report }: DocumentScript): string =>
  report
    ? `(send) => {\nconst { stringify } = JSON;\nconst __DROVER_REPORT__ = (value) => send(stringify(value));\n${source}\n}`
    : `() => {\n${source}\n}`;

const gone = new Set<ErrorCode>(["context-gone", "frame-gone", "page-closed", "page-crashed", "refused"]);

/** A document that goes away meanwhile needs no script, and some are the browser's own. */
export async function inDocument(running: Promise<unknown>): Promise<void> {
  try {
    await running;
  } catch (thrown) {
    if (!isDroverError(thrown) || !gone.has(thrown.code)) throw thrown;
  }
}

interface Installed {
  script: DocumentScript;
  ids: Map<ScriptPlace, Promise<string>>;
}

/** The scripts of a page, kept in their order in every place that its documents come from. */
export class DocumentScripts {
  readonly #places = new Set<ScriptPlace>();
  readonly #installed: Installed[] = [];

  add(script: DocumentScript): InstalledScript {
    const added: Installed = { script, ids: new Map() };
    const at = this.#installed.findLastIndex((other) => other.script.order <= script.order) + 1;
    this.#installed.splice(at, 0, added);
    const places = [...this.#places];
    // Those that must run after it are added anew behind it: for a document that comes in between, twice is better than never.
    const done = Promise.all(this.#installed.slice(at).flatMap((each) => places.map((place) => put(each, place))));
    return {
      done: done.then(() => undefined),
      takeBack: () => {
        const index = this.#installed.indexOf(added);
        if (index >= 0) this.#installed.splice(index, 1);
        for (const [place, id] of added.ids) removeFrom(place, id);
      },
    };
  }

  /** Gives a place that has just come all that the others have. */
  async extendTo(place: ScriptPlace): Promise<void> {
    this.#places.add(place);
    await Promise.all(this.#installed.map((each) => put(each, place)));
  }

  /** The place is gone, and what was in it. */
  forget(place: ScriptPlace): void {
    this.#places.delete(place);
    for (const { ids } of this.#installed) ids.delete(place);
  }
}

async function put({ script, ids }: Installed, place: ScriptPlace): Promise<void> {
  const before = ids.get(place);
  const id = place.add(script);
  ids.set(place, id);
  if (before) removeFrom(place, before);
  await id;
}

function removeFrom(place: ScriptPlace, id: Promise<string>): void {
  void mayFail(id.then((known) => place.remove(known)), "what could not be added need not be removed, and whoever added it was told");
}
