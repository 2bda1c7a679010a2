import type { Kit } from "./kit.ts";

/** Four marks of an automated browser that scripts look for first, and no more. What a page could not see is left as it is. */
export function hideMarks(kit: Kit): void {
  kit.getter(Navigator.prototype, "webdriver", () => false);
  kit.getter(Navigator.prototype, "languages", (native) => {
    const languages = native() as readonly string[];
    return languages.length > 0 ? languages : Object.freeze(["en-US", "en"]);
  });
  if (navigator.plugins.length === 0) kit.getter(Navigator.prototype, "plugins", (native) => pluginsLike(native() as PluginArray));
  if (!/Chrome\//.test(navigator.userAgent)) return;
  const holder = window as { chrome?: { runtime?: object } };
  holder.chrome ??= {};
  holder.chrome.runtime ??= {};
}

/** As many as Chrome has without a profile: its viewer of PDFs. */
function pluginsLike(none: PluginArray): PluginArray {
  const viewer = Object.create(Plugin.prototype, own({ name: "Chrome PDF Viewer", filename: "internal-pdf-viewer", description: "Portable Document Format", length: 0 })) as Plugin;
  return Object.create(Object.getPrototypeOf(none) as object, own({ length: 1, 0: viewer, item: (index: number) => (index === 0 ? viewer : null), namedItem: (name: string) => (name === viewer.name ? viewer : null) })) as PluginArray;
}

const own = (values: Record<string, unknown>): PropertyDescriptorMap => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value, configurable: true, enumerable: true }]));
