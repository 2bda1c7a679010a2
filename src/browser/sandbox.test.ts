import { expect, test } from "vitest";
import { sandboxFailure } from "./sandbox.ts";

test.each([
  ["[1:1:FATAL] Running as root without --no-sandbox is not supported.", "it runs as root"],
  [
    "[9:9:ERROR:content/browser/zygote_host/zygote_host_impl_linux.cc:130] No usable sandbox! If this is a Debian system, please install the chromium-sandbox package",
    "this system does not allow user namespaces",
  ],
  [
    "The SUID sandbox helper binary was found, but is not configured correctly. /opt/google/chrome/chrome-sandbox is owned by root and has mode 4755.",
    "the sandbox program beside the browser is not set up",
  ],
  ["Failed to move to new namespace: PID namespaces supported, but failed: errno = Operation not permitted", "this container does not allow it"],
  ["error while loading shared libraries: libnss3.so", undefined],
  ["mkdir: Operation not permitted", undefined],
  ["", undefined],
])("%s", (stderr, reason) => {
  expect(sandboxFailure(stderr)).toBe(reason);
});
