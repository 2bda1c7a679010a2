import { routeHash, type Panel } from "../link/routes.ts";
import { Empty } from "../parts/empty.tsx";
import { panelWidth, Splitter } from "../parts/splitter.tsx";
import { QuestionForm } from "../questions/questionForm.tsx";
import { StandingPill } from "../sessions/standingPill.tsx";
import { closedSessions, questionsOf, sessions } from "../state/dashboard.ts";
import { nameOf } from "../state/sessionRow.ts";
import { LivePage } from "./livePage.tsx";
import { PageBar } from "./pageBar.tsx";
import { Panels } from "./panels.tsx";
import { usePages } from "./usePages.ts";
import { WheelBar } from "./wheelBar.tsx";
import { useFeed } from "./useFeed.ts";

export function SessionView({ session, panel }: { session: string; panel: Panel }) {
  const row = sessions.value?.get(session);
  if (!sessions.value) return <Empty title="Looking for the session…" busy whole />;
  if (!row) return <Gone session={session} />;
  if (row.lost) return <Lost session={session} mode={row.mode} />;
  return <OpenSession key={session} session={session} panel={panel} />;
}

function OpenSession({ session, panel }: { session: string; panel: Panel }) {
  const row = sessions.value?.get(session);
  const { pages, again } = usePages(session);
  const feed = useFeed(session);
  if (!row) return null;
  return (
    <div class="session" style={panelWidth.value ? { "--panel": `${panelWidth.value}px` } : {}}>
      <section class="stage-side" aria-label="Live page">
        <div class="session-head">
          <nav aria-label="Where you are">
            <a href={routeHash({ view: "sessions" })}>Sessions</a>
            <span aria-hidden="true">/</span>
            <h1>{nameOf(row)}</h1>
          </nav>
          <StandingPill row={row} />
        </div>
        <PageBar session={session} pages={pages} refresh={again} />
        {questionsOf(session).map((question) => (
          <div key={question.id} class="question-strip">
            <QuestionForm question={question} />
          </div>
        ))}
        <WheelBar row={row} />
        <LivePage session={session} title={row.title} />
      </section>
      <Splitter />
      <Panels session={session} panel={panel} feed={feed} pages={pages} />
    </div>
  );
}

function Gone({ session }: { session: string }) {
  const closed = closedSessions.value.has(session);
  return (
    <Empty whole title={closed ? `${session} was closed` : `There is no session ${session}`}>
      <p>{closed ? "Its pages are gone. Files that it made are still in the workspace." : "It may have been closed, or never opened."}</p>
      <a href={routeHash({ view: "sessions" })}>All sessions</a>
    </Empty>
  );
}

const Lost = ({ session, mode }: { session: string; mode: string }) => (
  <Empty whole title={`The browser of ${session} is gone`}>
    <p>{mode === "incognito" ? "What an incognito session knew went with it; it cannot come back." : "It crashed or was ended. The next call on the session starts it again where it was."}</p>
    <a href={routeHash({ view: "sessions" })}>All sessions</a>
  </Empty>
);
