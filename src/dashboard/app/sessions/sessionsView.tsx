import { useMemo } from "preact/hooks";
import { Empty } from "../parts/empty.tsx";
import { Icon } from "../parts/icon.tsx";
import { count } from "../parts/words.ts";
import { listProblem, refresh, sessions, sessionsInOrder, tab } from "../state/dashboard.ts";
import { fits, standingOf, type SessionRow, type Standing } from "../state/sessionRow.ts";
import { filter, openSheet } from "../state/ui.ts";
import { SessionCard } from "./sessionCard.tsx";

export function SessionsView() {
  if (!sessions.value) return listProblem.value ? <Empty title="The list of sessions did not come" whole>{listProblem.value}</Empty> : <Empty title="Looking for sessions…" busy whole />;
  const all = sessionsInOrder.value;
  const shown = all.filter((row) => fits(row, filter.value.trim(), tab.value));
  return (
    <>
      <div class="view-head">
        <h1>Sessions</h1>
        <p class="view-facts" role="status">
          {told(all, shown)}
        </p>
        <div class="view-acts">
          <label class="search">
            <Icon name="search" />
            <span class="hidden">Filter sessions</span>
            <input type="search" placeholder="Filter" value={filter.value} onInput={({ currentTarget }) => (filter.value = currentTarget.value)} />
          </label>
          <button type="button" class="primary" onClick={() => (openSheet.value = "open-session")}>
            <Icon name="plus" />
            Open
          </button>
        </div>
      </div>
      {listProblem.value && (
        <p class="bar-problem" role="alert">
          {listProblem.value}{" "}
          <button type="button" class="link" onClick={refresh}>
            Try again
          </button>
        </p>
      )}
      {all.length === 0 ? (
        <Empty title="No sessions are open">
          <p>They appear here as soon as an agent, a program or you open one.</p>
          <button type="button" class="primary" onClick={() => (openSheet.value = "open-session")}>
            <Icon name="plus" />
            Open a session
          </button>
        </Empty>
      ) : shown.length === 0 ? (
        <Empty title="No session fits the filter">
          <button type="button" onClick={() => (filter.value = "")}>
            Show all {all.length}
          </button>
        </Empty>
      ) : (
        <ul class="cards">
          {shown.map((row) => (
            <Kept key={row.id} row={row} />
          ))}
        </ul>
      )}
    </>
  );
}

/** A card is drawn anew when its own row has changed, not when one of two hundred has. */
const Kept = ({ row }: { row: SessionRow }) => useMemo(() => <SessionCard row={row} />, [row]);

function told(all: SessionRow[], shown: SessionRow[]): string {
  const many = (standing: Standing) => all.filter((row) => standingOf(row, tab.value) === standing).length;
  const parts = [shown.length === all.length ? count(all.length, "session") : `${shown.length} of ${count(all.length, "session")}`];
  if (many("asks") > 0) parts.push(`${many("asks")} ${many("asks") === 1 ? "needs" : "need"} you`);
  if (many("working") > 0) parts.push(`${many("working")} working`);
  return parts.join(" · ");
}
