import { useEffect } from "preact/hooks";
import { hello, linkState } from "../link/link.ts";
import { Empty } from "../parts/empty.tsx";
import { Icon } from "../parts/icon.tsx";
import { QuestionsView } from "../questions/questionsView.tsx";
import { SessionView } from "../session/sessionView.tsx";
import { OpenSheet } from "../sessions/openSheet.tsx";
import { SessionsView } from "../sessions/sessionsView.tsx";
import { questions } from "../state/dashboard.ts";
import { openSheet, route } from "../state/ui.ts";
import { HelpSheet } from "./helpSheet.tsx";
import { followKeys } from "./keys.ts";
import { LinkBanner } from "./linkBanner.tsx";
import { Notices } from "./notices.tsx";
import { stopEverything } from "./stopEverything.ts";
import { ThemeSwitch } from "./themeSwitch.tsx";

export function Shell() {
  useEffect(followKeys, []);
  const { view } = route.value;
  const waiting = questions.value.length;
  return (
    <>
      <a class="skip" href="#main" onClick={skip}>
        Skip to content
      </a>
      <header class="bar">
        <a class="mark" href="#/sessions" aria-label="Drover, all sessions">
          <img src="icon.svg" alt="" width="22" height="22" />
          <span class="mark-name">Drover</span>
        </a>
        <nav class="bar-nav" aria-label="Views">
          <a href="#/sessions" aria-current={view === "sessions" ? "page" : undefined}>
            Sessions
          </a>
          <a href="#/questions" aria-current={view === "questions" ? "page" : undefined} class={waiting > 0 ? "asks" : undefined}>
            Questions
            {waiting > 0 && (
              <span class="badge" aria-label={`${waiting} open`}>
                {waiting}
              </span>
            )}
          </a>
        </nav>
        <div class="bar-end">
          <ThemeSwitch />
          <button type="button" class="quiet square" aria-label="Keyboard shortcuts" onClick={() => (openSheet.value = "help")}>
            <Icon name="help" />
          </button>
          <button type="button" class="stop" onClick={stopEverything} aria-keyshortcuts="Shift+S" title="Ends every call of agents and programs at once. Pages stay as they are.">
            <Icon name="stop" />
            <span>
              Stop<span class="wide-only"> everything</span>
            </span>
          </button>
        </div>
      </header>
      <LinkBanner />
      <main id="main" tabIndex={-1} class={`view-${view}`}>
        {linkState.value === "locked" ? <Locked /> : hello.value ? <View /> : <Empty title="Connecting…" busy whole />}
      </main>
      <Notices />
      {openSheet.value === "help" && <HelpSheet />}
      {openSheet.value === "open-session" && <OpenSheet />}
    </>
  );
}

function View() {
  const shown = route.value;
  if (shown.view === "session") return <SessionView key={shown.session} session={shown.session} panel={shown.panel} />;
  return shown.view === "questions" ? <QuestionsView /> : <SessionsView />;
}

const Locked = () => (
  <Empty title="This browser is not let in" whole>
    <p>
      Run <code>drover dashboard</code> and open the address that it prints. It lets this browser in.
    </p>
  </Empty>
);

/** The hash is the view's address: the link moves the focus instead of it. */
function skip(event: Event): void {
  event.preventDefault();
  document.getElementById("main")?.focus();
}
