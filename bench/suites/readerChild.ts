/** A reader in a process of its own, named by the first argument: it reads what it is sent. */
import { messageOf } from "../parts/part.ts";
import { documentOf } from "./readableDocument.ts";
import type { Answer, Question } from "./readerProcess.ts";
import { loadReader, type ReaderName } from "./readers.ts";

const read = await loadReader(process.argv[2] as ReaderName);

async function answer({ html, url }: Question): Promise<Answer> {
  const document = documentOf(html, url);
  const from = process.cpuUsage();
  const spent = (): number => {
    const { user, system } = process.cpuUsage(from);
    return (user + system) / 1_000;
  };
  try {
    const text = await read(document, url);
    return { text, took: spent() };
  } catch (thrown) {
    return { text: "", took: spent(), failure: messageOf(thrown) };
  }
}

process.on("message", (question: Question) => void answer(question).then((each) => process.send?.(each)));
