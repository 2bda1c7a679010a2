import type { ComponentChildren } from "preact";

/** What a place says that has nothing to show: yet, at all, or any more. */
export const Empty = ({ title, busy, children }: { title: string; busy?: boolean; children?: ComponentChildren }) => (
  <div class="empty" aria-busy={busy}>
    {busy && <span class="spinner" aria-hidden="true" />}
    <p class="empty-title">{title}</p>
    {children && <div class="empty-more">{children}</div>}
  </div>
);
