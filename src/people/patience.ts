export const DEFAULT_PATIENCE_MS = 300_000;
const MAX_PATIENCE_MS = 3_600_000;

/** How long a person may take: five minutes unless said otherwise, an hour at most. */
export function patience(wanted: number | undefined): { ms: number; warning?: string } {
  if (wanted === undefined) return { ms: DEFAULT_PATIENCE_MS };
  if (wanted <= MAX_PATIENCE_MS) return { ms: Math.max(1, wanted) };
  return { ms: MAX_PATIENCE_MS, warning: `timeoutMs was cut to ${MAX_PATIENCE_MS} ms: nobody is waited for longer than an hour.` };
}
