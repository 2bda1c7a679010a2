const failures: [RegExp, string][] = [
  [/Running as root without --no-sandbox/i, "it runs as root"],
  [/No usable sandbox|user namespace|CLONE_NEWUSER/i, "this system does not allow user namespaces"],
  [/setuid sandbox|chrome-sandbox/i, "the sandbox program beside the browser is not set up"],
  [/Failed to move to new namespace|zygote_host_impl_linux|sandbox\/linux\//i, "this container does not allow it"],
];

/** Why Chromium could not start in its sandbox, told by what it printed; undefined when it died of something else. */
export function sandboxFailure(stderr: string): string | undefined {
  return failures.find(([sign]) => sign.test(stderr))?.[1];
}
