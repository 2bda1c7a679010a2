import { useEffect, useRef, useState } from "preact/hooks";
import { routeHash } from "../link/routes.ts";
import { Thumbnail } from "../live/thumbnail.tsx";
import { Icon, type IconName } from "../parts/icon.tsx";
import { now } from "../parts/now.ts";
import { ago, count, duration, shortAddress, subjectWords, toolWords } from "../parts/words.ts";
import { questionsOf } from "../state/dashboard.ts";
import { perform } from "../state/notices.ts";
import { nameOf, type LastCall, type SessionRow } from "../state/sessionRow.ts";
import { StandingPill } from "./standingPill.tsx";

const driverIcons: Record<"agent" | "person" | "program", IconName> = { agent: "agent", person: "person", program: "program" };

export function SessionCard({ row }: { row: SessionRow }) {
  const [renaming, setRenaming] = useState(false);
  const name = nameOf(row);
  const question = row.waits > 0 ? questionsOf(row.id)[0] : undefined;
  return (
    <li class={row.waits > 0 ? "card asks" : "card"}>
      <div class="card-picture">{row.lost ? <LostPicture mode={row.mode} /> : <Thumbnail session={row.id} title={row.title} />}</div>
      <div class="card-body">
        <div class="card-head">
          {renaming ? (
            <Rename row={row} done={() => setRenaming(false)} />
          ) : (
            <h2>
              <a class="card-link" href={routeHash({ view: "session", session: row.id, panel: "calls" })}>
                {name}
              </a>
            </h2>
          )}
          <StandingPill row={row} />
        </div>
        <p class="card-title" title={row.title}>
          {row.title || "Untitled"}
        </p>
        <p class="card-address" title={row.url}>
          {row.url ? shortAddress(row.url) : "no page"}
        </p>
        {question && <p class="card-question">{question.prompt}</p>}
        <p class="card-last">{row.lastCall ? <Last call={row.lastCall} /> : <span>No calls yet</span>}</p>
        <div class="card-foot">
          <p class="facts">
            {row.drives && (
              <span title={row.openedBy}>
                <Icon name={driverIcons[row.drives]} />
                {row.drives}
              </span>
            )}
            <span>{row.engine || row.mode}</span>
            {!row.lost && <span>{row.headless ? "headless" : "headed"}</span>}
            {row.pages > 1 && <span>{count(row.pages, "page")}</span>}
          </p>
          <div class="card-acts">
            <button type="button" class="quiet square" aria-label={`Rename ${name}`} onClick={() => setRenaming(true)}>
              <Icon name="pencil" />
            </button>
            <CloseButton row={row} />
          </div>
        </div>
      </div>
    </li>
  );
}

const LostPicture = ({ mode }: { mode: string }) => (
  <div class="thumb">
    <p class="thumb-problem">{mode === "incognito" ? "Its browser is gone, and with it what it knew. It cannot come back." : "Its browser is gone. The next call on it starts it again."}</p>
  </div>
);

function Last({ call }: { call: LastCall }) {
  const failed = call.ok === false;
  return (
    <>
      <span class={failed ? "bad mono" : "mono"}>
        {toolWords(call.tool)}
        {call.subject ? ` ${subjectWords(call.subject)}` : ""}
      </span>
      <span class="quiet-text">
        {call.ms === undefined ? "running" : failed ? (call.error ?? "failed") : duration(call.ms)} · {ago(call.ts, now.value)}
      </span>
    </>
  );
}

function Rename({ row, done }: { row: SessionRow; done: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const keep = async (event: Event) => {
    event.preventDefault();
    const wanted = field.current?.value.trim() ?? "";
    done();
    if (wanted !== nameOf(row)) await perform("rename_session", { session: row.id, ...(wanted && wanted !== row.id && { name: wanted }) });
  };
  return (
    <form class="rename" onSubmit={keep}>
      <input ref={field} aria-label={`New name for ${row.id}`} defaultValue={nameOf(row)} maxLength={80} onBlur={done} onKeyDown={({ key }) => key === "Escape" && done()} />
    </form>
  );
}

/** Asks for a second press, for there is no way back. */
function CloseButton({ row }: { row: SessionRow }) {
  const [sure, setSure] = useState(false);
  const name = nameOf(row);
  if (!sure)
    return (
      <button type="button" class="quiet square" aria-label={`Close ${name}`} onClick={() => setSure(true)}>
        <Icon name="close" />
      </button>
    );
  return (
    <button type="button" class="danger small" autoFocus onBlur={() => setSure(false)} onClick={() => void perform("close_session", { session: row.id }, `${name} is closed.`)}>
      Close it?
    </button>
  );
}
