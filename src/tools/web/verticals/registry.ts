import { DroverError } from "../../../protocol/errors.ts";
import { closest } from "../../../text/closest.ts";
import { article } from "./article.ts";
import { arxiv } from "./arxiv.ts";
import { feed } from "./feed.ts";
import { github } from "./github.ts";
import { hackerNews } from "./hackerNews.ts";
import { npm } from "./npm.ts";
import { pypi } from "./pypi.ts";
import { reddit } from "./reddit.ts";
import { stackOverflow } from "./stackOverflow.ts";
import type { Vertical } from "./vertical.ts";
import { wikipedia } from "./wikipedia.ts";
import { youtube } from "./youtube.ts";

/** In the order in which an address is held against them; the last takes every page. */
const own: readonly Vertical[] = [github, npm, pypi, arxiv, wikipedia, hackerNews, reddit, youtube, stackOverflow, feed, article];
const added = new Map<string, Vertical>();

/** Takes in a vertical of a plugin, before ours; the answer takes it out again. */
export function registerVertical(vertical: Vertical): () => void {
  added.set(vertical.name, vertical);
  return () => {
    if (added.get(vertical.name) === vertical) added.delete(vertical.name);
  };
}

/** A vertical of a plugin takes the place of ours of that name. */
export const verticals = (): Vertical[] => [...added.values(), ...own.filter(({ name }) => !added.has(name))];

/** By its name, or by the address. */
export function verticalFor(name: string | undefined, url: URL): Vertical {
  const all = verticals();
  if (name === undefined) return all.find((each) => each.matches(url)) ?? article;
  const found = all.find((each) => each.name === name);
  if (!found) {
    const names = all.map((each) => each.name);
    const near = closest(name, names);
    throw new DroverError("bad-input", `there is no extractor "${name}"`, { hint: `${near ? `Did you mean ${near}? ` : ""}There are ${names.join(", ")}.` });
  }
  if (found !== article && found !== feed && !found.matches(url)) throw new DroverError("bad-input", `${url.href} is no address that the extractor ${name} knows`, { hint: `${found.about} Leave extractor out to have it chosen by the address.` });
  return found;
}
