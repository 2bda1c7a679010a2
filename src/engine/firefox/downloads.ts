import { stat } from "node:fs/promises";
import type { EventEmitter } from "node:events";
import type { BrowsingContext } from "webdriver-bidi-protocol";
import type { DownloadStarted, EnginePageEvents } from "../port.ts";

type Outcome = Awaited<DownloadStarted["finished"]>;

interface Running {
  url: string;
  navigation: string | null;
  finish: (outcome: Outcome) => void;
}

/** The downloads of one page. This Firefox gives them no id: a download that ends is the first that began like it. */
export class Downloads {
  readonly #events: EventEmitter<EnginePageEvents>;
  readonly #running: Running[] = [];
  #next = 1;
  /** The last navigation that turned out to be a download. */
  navigation: string | null = null;

  constructor(events: EventEmitter<EnginePageEvents>) {
    this.#events = events;
  }

  started({ url, navigation, suggestedFilename }: BrowsingContext.DownloadWillBeginParams): void {
    let finish: Running["finish"] = () => undefined;
    const finished = new Promise<Outcome>((resolve) => {
      finish = resolve;
    });
    this.#running.push({ url, navigation, finish });
    this.navigation = navigation;
    this.#events.emit("download", { id: `download-${this.#next++}`, url, suggestedFilename, finished });
  }

  async ended(event: BrowsingContext.DownloadEndParams): Promise<void> {
    const index = this.#running.findIndex(({ url, navigation }) => url === event.url && navigation === event.navigation);
    const [download] = index < 0 ? [] : this.#running.splice(index, 1);
    if (event.status === "canceled" || !event.filepath) return download?.finish({ bytes: 0, error: "the download was cancelled" });
    const size = await stat(event.filepath).then(
      (file) => file.size,
      () => 0,
    );
    download?.finish({ path: event.filepath, bytes: size });
  }
}
