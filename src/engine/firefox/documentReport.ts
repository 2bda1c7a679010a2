import { z } from "zod";

/** The channel on which every document of the browser reports itself. */
export const REPORT_CHANNEL = "drover:document";

const reportSchema = z.object({
  title: z.string(),
  name: z.string(),
  /** When the document began, in milliseconds of the epoch: no two documents of a tab have the same. */
  began: z.number(),
});

export type DocumentReport = z.infer<typeof reportSchema>;

/**
 * Runs in the sandbox of each document: BiDi tells neither titles nor frame names, and gives tabs new ids with every
 * session, so documents say what they are called and when they began.
 */
export const reportFunction = `(report) => {
  const send = () => report(JSON.stringify({ title: document.title, name: window.name, began: performance.timeOrigin }));
  send();
  if (window.parent !== window) return;
  let told = document.title;
  const look = () => {
    if (document.title === told) return;
    told = document.title;
    send();
  };
  const watch = () => {
    look();
    if (document.head) new MutationObserver(look).observe(document.head, { subtree: true, childList: true, characterData: true });
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", watch);
  else watch();
}`;

export const readReport = (json: string): DocumentReport => reportSchema.parse(JSON.parse(json));
