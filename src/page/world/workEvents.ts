/** Who begins or ceases to hear of these makes the browser draw a frame. */
export const turns = ["touchstart", "touchend", "wheel"];

/** How page code talks with the script that knows the page's work (pageWork.ts): events on the window, by names made of a secret. */
export const workEvents = (key: string) => ({
  begin: `${key}-begin`,
  /** The action may turn the wheel or touch. */
  turn: `${key}-turn`,
  /** What the network did is over, as far as anybody waits for it. */
  settle: `${key}-settle`,
  /** Cancelled when there is work. */
  busy: `${key}-busy`,
  /** Cancelled when the page has sizes or places observed: what it does then comes at the end of a frame. */
  observing: `${key}-observing`,
  /** Cancelled when no shadow root has come since it was asked last. */
  shadows: `${key}-shadows`,
  end: `${key}-end`,
  /** In the page's own world: its `detail` is called with the timers that are set. */
  timers: `${key}-timers`,
});
