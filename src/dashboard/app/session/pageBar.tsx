import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../parts/icon.tsx";
import { shortAddress } from "../parts/words.ts";
import { perform } from "../state/notices.ts";
import type { Page } from "./usePages.ts";

/** Tabs, address, and the ways through history. */
export function PageBar({ session, pages, refresh }: { session: string; pages: Page[]; refresh: () => void }) {
  const active = pages.find((page) => page.active);
  const act = async (done: Promise<unknown>) => {
    await done;
    refresh();
  };
  return (
    <div class="page-bar">
      <ul class="page-tabs" aria-label="Pages">
        {pages.map((page) => (
          <li key={page.id} class={page.active ? "current" : undefined}>
            <button type="button" class="page-tab" aria-current={page.active ? "true" : undefined} title={page.url} onClick={() => act(perform("target", { session, query: page.id }))}>
              {page.title || shortAddress(page.url) || "Untitled"}
            </button>
            {pages.length > 1 && (
              <button type="button" class="quiet square small" aria-label={`Close page ${page.title || page.url}`} onClick={() => act(perform("tab_close", { session, query: page.id }))}>
                <Icon name="close" />
              </button>
            )}
          </li>
        ))}
        <li class="page-new">
          <button type="button" class="quiet square" aria-label="New page" onClick={() => act(perform("tab_open", { session, activate: true }))}>
            <Icon name="plus" />
          </button>
        </li>
      </ul>
      <div class="address-row">
        <button type="button" class="quiet square" aria-label="Back" onClick={() => act(perform("go_back", { session }))}>
          <Icon name="back" />
        </button>
        <button type="button" class="quiet square" aria-label="Forward" onClick={() => act(perform("go_forward", { session }))}>
          <Icon name="forward" />
        </button>
        <button type="button" class="quiet square" aria-label="Reload" onClick={() => act(perform("reload", { session }))}>
          <Icon name="reload" />
        </button>
        <Address url={active?.url ?? ""} visit={(url) => act(perform("navigate", { session, url }))} />
      </div>
    </div>
  );
}

/** Follows the page, except while somebody writes in it. */
function Address({ url, visit }: { url: string; visit: (url: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (field.current && document.activeElement !== field.current) field.current.value = url;
  }, [url]);
  const submit = (event: Event) => {
    event.preventDefault();
    const wanted = field.current?.value.trim();
    field.current?.blur();
    if (wanted) visit(wanted);
  };
  return (
    <form class="address" onSubmit={submit}>
      <input
        ref={field}
        aria-label="Address"
        inputMode="url"
        autoComplete="off"
        spellcheck={false}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onKeyDown={({ key, currentTarget }) => {
          if (key !== "Escape") return;
          currentTarget.value = url;
          currentTarget.blur();
        }}
      />
    </form>
  );
}
