import { hello, linkState } from "../link/link.ts";

/** Says that what is shown is not live, and what is being done about it. */
export function LinkBanner() {
  const state = linkState.value;
  const text =
    state === "daemon-down"
      ? "The daemon is not running. What you see is the last that was known; this page goes on by itself as soon as it is back."
      : state === "lost" && hello.value
        ? "Connection lost. What you see is the last that was known; trying again…"
        : undefined;
  return (
    <div class="link-banner" role="status" hidden={text === undefined}>
      {text && <span class="spinner" aria-hidden="true" />}
      {text}
    </div>
  );
}
