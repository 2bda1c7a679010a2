import { DroverError } from "../../protocol/errors.ts";
import type { EngineWorker } from "../port.ts";

/** A worker as BiDi shows it: that it is there. Firefox lets nobody into it. */
export class FirefoxWorker implements EngineWorker {
  readonly type = "web";
  readonly id: string;
  readonly url: string;

  constructor(id: string, url: string) {
    this.id = id;
    this.url = url;
  }

  evaluate(): Promise<never> {
    return Promise.reject(outOfReach());
  }

  post(): Promise<never> {
    return Promise.reject(outOfReach());
  }
}

const outOfReach = () =>
  new DroverError("unsupported-engine", "WebDriver BiDi in Firefox does not reach into workers", {
    hint: "Use a Chromium session.",
  });
