import type { HouseParts, PluginHouse } from "../plugins/house.ts";
import type { PluginCatalogue } from "../tools/pluginCatalogue.ts";

/** The plugins, whose code is loaded when the first of them is asked for: a daemon that has none knows nothing of them. */
export class PluginsOnDemand implements PluginCatalogue {
  readonly #parts: HouseParts;
  #house: Promise<PluginHouse> | undefined;

  constructor(parts: HouseParts) {
    this.#parts = parts;
  }

  readonly toolNamed: PluginCatalogue["toolNamed"] = async (...args) => (await this.#there()).toolNamed(...args);
  readonly toolNames: PluginCatalogue["toolNames"] = async (...args) => (await this.#there()).toolNames(...args);
  readonly list: PluginCatalogue["list"] = async (...args) => (await this.#there()).list(...args);
  readonly info: PluginCatalogue["info"] = async (...args) => (await this.#there()).info(...args);
  readonly verticals: PluginCatalogue["verticals"] = async (...args) => (await this.#there()).verticals(...args);

  async end(): Promise<void> {
    (await this.#house)?.end();
  }

  #there(): Promise<PluginHouse> {
    this.#house ??= import("../plugins/house.ts").then(({ PluginHouse: House }) => new House(this.#parts));
    return this.#house;
  }
}
