import type { EngineFrame, EnginePage } from "../../engine/port.ts";
import { DroverError } from "../../protocol/errors.ts";

type Milestone = "commit" | "domcontentloaded" | "load";

/** Goes to a URL and waits until the page has come that far. */
export async function goTo(page: EnginePage, url: string, waitUntil: Milestone, timeoutMs: number): Promise<void> {
  const arrival = waitUntil === "commit" ? undefined : nextEvent(page, waitUntil);
  const loading = load(page, url, arrival?.happened);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const tooLate = () => reject(new DroverError("timeout", `${url} was not loaded within ${timeoutMs} ms`, { failure: { source: "app" } }));
    timer = setTimeout(tooLate, timeoutMs);
  });
  try {
    await Promise.race([loading, late]);
  } finally {
    clearTimeout(timer);
    arrival?.forget();
  }
}

async function load(page: EnginePage, url: string, arrived: Promise<void> | undefined): Promise<void> {
  const { errorText, newDocument } = await page.navigate(url);
  if (errorText) throw new DroverError("navigation-failed", `${url} could not be loaded: ${errorText}`, { failure: { source: "app" } });
  if (newDocument) await arrived;
}

/** The next event of the main frame. */
function nextEvent(page: EnginePage, event: "domcontentloaded" | "load"): { happened: Promise<void>; forget(): void } {
  let done = () => {};
  const happened = new Promise<void>((resolve) => {
    done = resolve;
  });
  const heard = ({ frame }: { frame: EngineFrame }) => {
    if (frame === page.mainFrame) done();
  };
  page.events.on(event, heard);
  return { happened, forget: () => page.events.off(event, heard) };
}
