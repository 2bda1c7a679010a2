import { useEffect, useState } from "preact/hooks";
import { ask } from "../link/ask.ts";
import { onEvent, onUp } from "../link/link.ts";
import { Choice } from "../parts/choice.tsx";
import { Empty } from "../parts/empty.tsx";
import { PanelHead } from "../parts/panelHead.tsx";
import { duration, size } from "../parts/words.ts";
import type { PanelProps } from "./panels.tsx";
import { RequestDetail } from "./requestDetail.tsx";

interface Row {
  requestId: string;
  method: string;
  url: string;
  type: string;
  status?: number | null;
  error?: string;
  ms?: number | null;
  bytes?: number;
}

const MAX_ROWS = 500;
const kinds = ["all", "data", "documents", "files", "failed"] as const;
type Kind = (typeof kinds)[number];

const hasFailed = ({ status, error }: Row): boolean => error !== undefined || (status ?? 0) >= 400;

function isOf(kind: Kind, row: Row): boolean {
  const type = row.type.toLowerCase();
  if (kind === "failed") return hasFailed(row);
  if (kind === "data") return ["xhr", "fetch", "websocket", "eventsource"].includes(type);
  if (kind === "documents") return type === "document";
  return kind === "all" || !(isOf("data", row) || isOf("documents", row));
}

export function NetworkPanel({ session, pages }: PanelProps) {
  const [rows, setRows] = useState<Row[]>();
  const [search, setSearch] = useState("");
  const [kind, setKind] = useState<Kind>("all");
  const [open, setOpen] = useState<string>();
  useEffect(() => {
    const load = async () => {
      const read = await ask("network_read", { session, limit: MAX_ROWS, all: true, everything: true });
      if (read.ok) setRows(read.data.requests);
    };
    void load();
    const stops = [
      onUp(() => void load()),
      onEvent((event) => {
        if (event.session !== session || event.topic !== "requestdone") return;
        const { data } = event;
        setRows((last = []) => [...last.filter(({ requestId }) => requestId !== data.requestId).slice(1 - MAX_ROWS), data]);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [session]);
  const words = search.toLowerCase();
  const home = hostOf(pages.find(({ active }) => active)?.url ?? "");
  const shown = (rows ?? []).filter((row) => isOf(kind, row) && `${row.method} ${row.url} ${row.status ?? row.error ?? ""} ${row.type}`.toLowerCase().includes(words)).toReversed();
  return (
    <>
      <PanelHead search={search} setSearch={setSearch} what="requests">
        <Choice label="Kind" values={kinds} value={kind} choose={setKind} />
      </PanelHead>
      {!rows ? (
        <Empty title="Reading requests…" busy />
      ) : shown.length === 0 ? (
        <Empty title={rows.length === 0 ? "No requests yet" : "No request fits"} />
      ) : (
        <ol class="requests" aria-label="Requests, newest first">
          {shown.map((row) => {
            const isOpen = open === row.requestId;
            return (
              <li key={row.requestId} class={hasFailed(row) ? "request failed" : "request"}>
                <button type="button" class="request-row" aria-expanded={isOpen} onClick={() => setOpen(isOpen ? undefined : row.requestId)}>
                  <span class="request-status">{row.status ?? (row.error ? "failed" : "…")}</span>
                  <span class="request-method">{row.method}</span>
                  <span class="request-url mono">
                    <Address url={row.url} home={home} />
                  </span>
                  <span class="request-type">{row.type.toLowerCase()}</span>
                  <span class="request-size">{row.bytes === undefined ? "" : size(row.bytes)}</span>
                  <span class="request-ms">{row.ms === undefined || row.ms === null ? "" : duration(row.ms)}</span>
                </button>
                {isOpen && <RequestDetail session={session} requestId={row.requestId} />}
              </li>
            );
          })}
        </ol>
      )}
    </>
  );
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : "");

/** The path first, and no host where it is the page's own. */
function Address({ url, home }: { url: string; home: string }) {
  const host = hostOf(url);
  if (!host) return <>{url}</>;
  const { pathname, search } = new URL(url);
  return (
    <>
      {pathname + search}
      {host !== home && <span class="quiet-text"> {host}</span>}
    </>
  );
}
