import { mayFail } from "../diagnosis/mayFail.ts";
import type { EnginePage } from "../engine/port.ts";
import { DroverError } from "../protocol/errors.ts";
import type { Session } from "../session/session.ts";
import type { SessionPage } from "../session/sessionPage.ts";

/** How long a page may take to answer "are you there" before it counts as stuck. */
const PING_MS = 500;

interface Wanted {
  query: string | undefined;
  /** The call goes somewhere: when every page was closed, it gets a fresh one. */
  opens: boolean;
}

/** The page a call means, made usable: a crashed one is loaded again. */
export async function usablePage(session: Session, { query, opens }: Wanted, warn: (line: string) => void): Promise<SessionPage> {
  const none = query === undefined && session.pages().length === 0;
  const page = none && opens ? await session.openPage() : session.page(query);
  await page.recovering;
  if (page.engine.crashed) {
    warn(`The page had crashed; ${page.url} was loaded again.`);
    await page.engine.reload();
  }
  if (page.engine.dialog)
    throw new DroverError("dialog-open", `a dialog (${page.engine.dialog.kind}) is open on the page: ${page.engine.dialog.message}`, {
      hint: "Choose how dialogs are answered with set_dialog_policy.",
    });
  return page;
}

/**
 * After a deadline: if the page does not answer, its script is ended so that the next call finds it working. One that waits
 * for a server is not stuck: it is there when the server answers.
 */
export function unstick(page: SessionPage): void {
  if (page.awaitedUrl !== undefined) return;
  const { engine } = page;
  page.recovering = (engine.isStuck?.(PING_MS) ?? isSilent(engine))
    .then(async (stuck) => {
      if (stuck) await engine.unwedge();
    })
    .finally(() => {
      page.recovering = undefined;
    });
}

async function isSilent({ mainFrame }: EnginePage): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const silent = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, PING_MS, true);
  });
  const answered = mayFail(mainFrame.evaluate("0"), "a page that fails is not silent").then(() => false);
  return Promise.race([answered, silent]).finally(() => clearTimeout(timer));
}
