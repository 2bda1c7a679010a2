import path from "node:path";
import type { ChromiumContext } from "./context.ts";
import type { CdpSession } from "./connection.ts";
import type { ChromiumPage } from "./page.ts";

type Finish = (outcome: { path?: string; bytes: number; error?: string }) => void;

/** Download events come from the browser as a whole; this hands each to the page whose frame asked for it. */
export class Downloads {
  readonly #directories = new Map<ChromiumContext, string>();
  readonly #running = new Map<string, { finish: Finish; directory: string | undefined }>();

  constructor(session: CdpSession, pageOfFrame: (frameId: string) => ChromiumPage | undefined) {
    session.on("Browser.downloadWillBegin", ({ guid, url, suggestedFilename, frameId }) => {
      const page = pageOfFrame(frameId);
      if (!page) return;
      let finish: Finish = () => undefined;
      const finished = new Promise<Parameters<Finish>[0]>((resolve) => {
        finish = resolve;
      });
      this.#running.set(guid, { finish, directory: this.#directories.get(page.context) });
      page.events.emit("download", { id: guid, url, suggestedFilename, finished });
    });
    session.on("Browser.downloadProgress", ({ guid, state, receivedBytes }) => {
      const download = this.#running.get(guid);
      if (!download || state === "inProgress") return;
      this.#running.delete(guid);
      if (state === "completed" && download.directory)
        download.finish({ path: path.join(download.directory, guid), bytes: receivedBytes });
      else download.finish({ bytes: receivedBytes, error: "the download was cancelled" });
    });
  }

  setDirectory(context: ChromiumContext, directory: string | null): void {
    if (directory) this.#directories.set(context, directory);
    else this.#directories.delete(context);
  }
}
