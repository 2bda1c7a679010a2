import { signal } from "@preact/signals";

const TICK_MS = 5000;

/** The time for words like "2 min ago", which need not be exact. */
export const now = signal(Date.now());
setInterval(() => {
  if (!document.hidden) now.value = Date.now();
}, TICK_MS);
