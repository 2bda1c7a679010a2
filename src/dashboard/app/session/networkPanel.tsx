import { useState } from "preact/hooks";
import { ask } from "../link/ask.ts";
import { Choice } from "../parts/choice.tsx";
import { Empty } from "../parts/empty.tsx";
import { PanelHead } from "../parts/panelHead.tsx";
import { duration, size } from "../parts/words.ts";
import type { PanelProps } from "./panels.tsx";
import { useLog } from "./useLog.ts";
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
  const rows = useLog<Row>(session, {
    read: async () => {
      const read = await ask("network_read", { session, limit: MAX_ROWS, all: true, everything: true });
      return read.ok ? read.data.requests : undefined;
    },
    hear: (event) => (event.topic === "requestdone" ? event.data : undefined),
    keyOf: ({ requestId }) => requestId,
  });
  const [search, setSearch] = useState("");
  const [kind, setKind] = useState<Kind>("all");
  const [open, setOpen] = useState<string>();
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
