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
export const ownVerticals: readonly Vertical[] = [github, npm, pypi, arxiv, wikipedia, hackerNews, reddit, youtube, stackOverflow, feed, article];

/** By its name, or by the address. Those of plugins come first, and one takes the place of ours of its name. */
export function verticalFor(name: string | undefined, url: URL, added: readonly Vertical[] = []): Vertical {
  const all = [...added, ...ownVerticals.filter((ours) => !added.some((each) => each.name === ours.name))];
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
