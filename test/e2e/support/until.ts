import type { Data } from "./session.ts";

/** Asks until the answer is as wanted, or gives the last one: events reach the daemon a moment after the page is done. */
export async function until(ask: () => Promise<Data>, fits: (data: Data) => boolean): Promise<Data> {
  const end = Date.now() + 20_000;
  for (;;) {
    const data = await ask();
    if (fits(data) || Date.now() > end) return data;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
