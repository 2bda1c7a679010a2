import type { EngineFrame, EnginePage } from "./port.ts";

/** Starts what leads the page to another entry of its history, and resolves when it is there or the page is gone. */
export async function untilCommitted(page: EnginePage, start: () => Promise<unknown>): Promise<void> {
  const { events } = page;
  let done = () => {};
  const reached = new Promise<void>((resolve) => {
    done = resolve;
  });
  const navigated = ({ frame }: { frame: EngineFrame }) => {
    if (frame === page.mainFrame) done();
  };
  events.on("navigated", navigated).on("closed", done).on("crashed", done);
  try {
    await start();
    await reached;
  } finally {
    events.off("navigated", navigated).off("closed", done).off("crashed", done);
  }
}
