import readline from "node:readline/promises";

/** One line from whoever sits at the terminal. */
export async function askLine(question: string): Promise<string> {
  const prompt = readline.createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await prompt.question(question)).trim();
  } finally {
    prompt.close();
  }
}
