import { useEffect, useState } from "preact/hooks";
import { onEvent } from "../link/link.ts";
import { Choice } from "../parts/choice.tsx";
import { Empty } from "../parts/empty.tsx";
import { Icon } from "../parts/icon.tsx";
import { PanelHead } from "../parts/panelHead.tsx";
import { useAsked } from "../parts/useAsked.ts";
import { count } from "../parts/words.ts";
import { perform } from "../state/notices.ts";
import type { PanelProps } from "./panels.tsx";

const places = ["cookies", "local", "session", "other"] as const;
type Place = (typeof places)[number];

export function StoragePanel({ session, pages }: PanelProps) {
  const [search, setSearch] = useState("");
  const [place, setPlace] = useState<Place>("cookies");
  const page = pages.find(({ active }) => active)?.id;
  const shared = { session, search: search.toLowerCase(), key: `${place} ${page}` };
  return (
    <>
      <PanelHead search={search} setSearch={setSearch} what="what is stored">
        <Choice label="Where" values={places} value={place} choose={setPlace} />
      </PanelHead>
      {place === "cookies" ? <Cookies {...shared} /> : place === "other" ? <Databases {...shared} /> : <Entries {...shared} kind={place} />}
    </>
  );
}

interface StoredProps {
  session: string;
  search: string;
}

/** Asks again when a call or a page may have changed it. */
function useAgainAfterCalls(session: string, again: () => void): void {
  useEffect(
    () =>
      onEvent((event) => {
        if (event.session === session && (event.topic === "navigated" || (event.topic === "called" && event.data.client !== "dashboard"))) again();
      }),
    [session],
  );
}

function Cookies({ session, search }: StoredProps) {
  const { answer, again } = useAsked("cookies_list", { session });
  useAgainAfterCalls(session, again);
  if (!answer) return <Empty title="Reading cookies…" busy />;
  if (!answer.ok) return <Empty title="Cookies cannot be read">{answer.message}</Empty>;
  const shown = answer.data.cookies.filter(({ name, value, domain }) => `${name} ${value} ${domain}`.toLowerCase().includes(search));
  if (shown.length === 0) return <Empty title={answer.data.cookies.length === 0 ? "No cookies" : "No cookie fits"} />;
  const remove = async (name: string, domain: string, path: string) => {
    await perform("cookies_delete", { session, name, domain, path }, `${name} is deleted.`);
    again();
  };
  return (
    <Stored caption="Cookies" heads={["Name", "Value", "For"]}>
      {shown.map(({ name, value, domain, path, httpOnly, secure, expires }) => (
        <tr key={`${name} ${domain} ${path}`}>
          <th scope="row" class="mono">
            {name}
          </th>
          <td class="mono stored-value">{value}</td>
          <td>
            <span class="mono">{`${domain}${path}`}</span>
            <span class="quiet-text"> {[httpOnly && "http only", secure && "secure", expires > 0 ? `until ${new Date(expires * 1000).toLocaleDateString()}` : "session"].filter(Boolean).join(", ")}</span>
          </td>
          <td>
            <Delete what={name} act={() => remove(name, domain, path)} />
          </td>
        </tr>
      ))}
    </Stored>
  );
}

function Entries({ session, search, kind }: StoredProps & { kind: "local" | "session" }) {
  const { answer, again } = useAsked(kind === "local" ? "localstorage_list" : "sessionstorage_list", { session });
  useAgainAfterCalls(session, again);
  if (!answer) return <Empty title="Reading the storage…" busy />;
  if (!answer.ok) return <Empty title="The storage cannot be read">{answer.message}</Empty>;
  const shown = answer.data.entries.filter(({ key, value }) => `${key} ${value}`.toLowerCase().includes(search));
  if (shown.length === 0) return <Empty title={answer.data.entries.length === 0 ? "Nothing is stored" : "Nothing fits"}>{answer.data.origin}</Empty>;
  const remove = async (key: string) => {
    await perform(kind === "local" ? "localstorage_delete" : "sessionstorage_delete", { session, key }, `${key} is deleted.`);
    again();
  };
  return (
    <Stored caption={`${kind === "local" ? "Local" : "Session"} storage of ${answer.data.origin}`} heads={["Key", "Value"]}>
      {shown.map(({ key, value }) => (
        <tr key={key}>
          <th scope="row" class="mono">
            {key}
          </th>
          <td class="mono stored-value">{value}</td>
          <td>
            <Delete what={key} act={() => remove(key)} />
          </td>
        </tr>
      ))}
    </Stored>
  );
}

function Databases({ session, search }: StoredProps) {
  const databases = useAsked("idb_list_databases", { session }).answer;
  const caches = useAsked("caches_list_storages", { session }).answer;
  if (!databases || !caches) return <Empty title="Reading databases and caches…" busy />;
  const rows = [
    ...(databases.ok ? databases.data.databases.map(({ name, version }) => ({ name, kind: `IndexedDB, version ${version}` })) : []),
    ...(caches.ok ? caches.data.names.map((name) => ({ name, kind: "Cache" })) : []),
  ].filter(({ name }) => name.toLowerCase().includes(search));
  if (rows.length === 0) return <Empty title="No databases or caches" />;
  return (
    <Stored caption={`Databases and caches: ${count(rows.length, "entry", "entries")}`} heads={["Name", "Kind"]}>
      {rows.map(({ name, kind }) => (
        <tr key={`${kind} ${name}`}>
          <th scope="row" class="mono">
            {name}
          </th>
          <td>{kind}</td>
          <td />
        </tr>
      ))}
    </Stored>
  );
}

const Stored = ({ caption, heads, children }: { caption: string; heads: string[]; children: preact.ComponentChildren }) => (
  <div class="table-room">
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
          <th scope="col">
            <span class="hidden">Delete</span>
          </th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
);

const Delete = ({ what, act }: { what: string; act: () => void }) => (
  <button type="button" class="quiet square small" aria-label={`Delete ${what}`} onClick={act}>
    <Icon name="trash" />
  </button>
);
