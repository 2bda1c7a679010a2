import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { runInThisContext } from "node:vm";
import { Readability } from "@mozilla/readability";
import { repository } from "../workplace.ts";
import { documentOf, type ReadableDocument } from "./readableDocument.ts";

/** From a page to markdown. */
export type Reader = (document: ReadableDocument, url: string) => Promise<string> | string;

interface Defuddle {
  Defuddle(document: ReadableDocument, url: string, options: { markdown: true }): Promise<{ title: string; content: string; contentMarkdown?: string }>;
}

interface Turndown {
  default: new () => { remove(names: string[]): { turndown(node: unknown): string } };
}

/** Of what is installed for the benchmark alone. */
const peer = (...place: string[]): Promise<unknown> => import(pathToFileURL(path.join(repository, "bench", "node_modules", ...place)).href);

async function toMarkdown(): Promise<(node: unknown) => string> {
  const { default: TurndownService } = (await peer("turndown", "lib", "turndown.cjs.js")) as Turndown;
  return (node) => new TurndownService().remove(["script", "style", "noscript"]).turndown(node);
}

/** Ours as it is brought to pages; the others as their documentation calls them. */
const loaders = {
  Drover: () => {
    runInThisContext(readFileSync(path.join(repository, "dist", "reader.js"), "utf8"));
    const { __droverReader: ours } = globalThis as typeof globalThis & { __droverReader: (document: ReadableDocument, arg: { format: string }) => { body: string } };
    return Promise.resolve((document) => ours(document, { format: "markdown" }).body);
  },
  "@mozilla/readability": async () => {
    const markdown = await toMarkdown();
    return (document, url) => {
      const article = new Readability(document as never).parse();
      return article ? `${article.title}\n${markdown(documentOf(article.content ?? "", url).body)}` : "";
    };
  },
  turndown: async () => {
    const markdown = await toMarkdown();
    return (document) => markdown(document.body);
  },
  defuddle: async () => {
    const { Defuddle: defuddle } = (await peer("defuddle", "dist", "node.js")) as Defuddle;
    return async (document, url) => {
      const { title, content, contentMarkdown = content } = await defuddle(document, url, { markdown: true });
      return `${title}\n${contentMarkdown}`;
    };
  },
} satisfies Record<string, () => Promise<Reader>>;

export type ReaderName = keyof typeof loaders;

export const readerNames = Object.keys(loaders) as ReaderName[];

export const loadReader = (name: ReaderName): Promise<Reader> => loaders[name]();
