import type { EngineContext } from "../engine/port.ts";
import { writeWholeFrom } from "../files/wholeFile.ts";

const PIECE_BYTES = 4 * 1024 * 1024;

/** Nothing is asked of it: hidden pages get an empty document for every address. */
const NOWHERE = "http://drover.invalid/";

/** Brings a file from the machine of a browser elsewhere, which reads it as a page reads what a person has chosen. Resolves with its size. */
export async function carryHere(context: EngineContext, there: string, here: string): Promise<number> {
  const page = await context.hiddenPage();
  try {
    const frame = await page.visit(NOWHERE);
    const { input } = await frame.ask("textFileInput", null);
    await frame.setFiles(input, [there]);
    return await writeWholeFrom(here, pieces());

    async function* pieces(): AsyncGenerator<Uint8Array> {
      for (let from = 0, size = Infinity; from < size; from += PIECE_BYTES) {
        const piece = await frame.ask("filePiece", { input, from, to: from + PIECE_BYTES });
        size = piece.size;
        yield Buffer.from(piece.base64, "base64");
      }
    }
  } finally {
    await page.close();
  }
}
