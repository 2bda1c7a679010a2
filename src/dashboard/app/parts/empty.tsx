import type { ComponentChildren } from "preact";

/** What a place says that has nothing to show: yet, at all, or any more. */
export const Empty = ({ title, busy, whole, children }: { title: string; busy?: boolean; /** It is all that the view shows. */ whole?: boolean; children?: ComponentChildren }) => (
  <div class="empty" aria-busy={busy}>
    {busy && <span class="spinner" aria-hidden="true" />}
    {whole ? <h1 class="empty-title">{title}</h1> : <p class="empty-title">{title}</p>}
    {children && <div class="empty-more">{children}</div>}
  </div>
);
