import { settled } from "./settled.ts";

/** Whether work has ended, either way, in that time. As with `settled`, somebody else is told how it ended. */
export async function settledWithin(patienceMs: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, patienceMs, false);
  });
  return Promise.race([settled(work).then(() => true), late]).finally(() => clearTimeout(timer));
}
