import type { ComponentChildren } from "preact";
import { Icon } from "./icon.tsx";

/** Search, filters and buttons above a panel's list. */
export const PanelHead = ({ search, setSearch, what, children }: { search: string; setSearch: (words: string) => void; what: string; children?: ComponentChildren }) => (
  <div class="panel-head">
    <label class="search">
      <Icon name="search" />
      <span class="hidden">Search {what}</span>
      <input type="search" placeholder="Search" value={search} onInput={({ currentTarget }) => setSearch(currentTarget.value)} />
    </label>
    {children}
  </div>
);
