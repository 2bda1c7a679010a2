import { Thumbnail } from "../live/thumbnail.tsx";
import { routeHash } from "../link/routes.ts";
import { Empty } from "../parts/empty.tsx";
import { Icon } from "../parts/icon.tsx";
import { count } from "../parts/words.ts";
import { questions, sessions } from "../state/dashboard.ts";
import { nameOf } from "../state/sessionRow.ts";
import { allowNotifications, mayNotify } from "./notify.ts";
import { QuestionForm } from "./questionForm.tsx";

export function QuestionsView() {
  const open = questions.value.toSorted((a, b) => a.askedAt - b.askedAt);
  return (
    <>
      <div class="view-head">
        <h1>Questions</h1>
        <p class="view-facts" role="status">
          {open.length > 0 ? `${count(open.length, "question")} open` : "Nobody asks anything"}
        </p>
        <div class="view-acts">
          {mayNotify.value === "default" && (
            <button type="button" onClick={() => void allowNotifications()}>
              <Icon name="bell" />
              Notify me
            </button>
          )}
        </div>
      </div>
      {open.length === 0 ? (
        <Empty title="No open questions">
          <p>Approvals, and whatever an agent asks a person, come here. Answering here answers everywhere.</p>
        </Empty>
      ) : (
        <ul class="question-list">
          {open.map((question) => {
            const row = sessions.value?.get(question.session);
            return (
              <li key={question.id} class="question-card">
                <a class="question-picture" href={routeHash({ view: "session", session: question.session, panel: "calls" })} aria-label={`Go to ${row ? nameOf(row) : question.session}`}>
                  <Thumbnail session={question.session} title={row?.title ?? ""} large />
                </a>
                <div class="question-body">
                  <p class="question-from">
                    <strong>{row ? nameOf(row) : question.session}</strong> {row?.url}
                  </p>
                  <QuestionForm question={question} />
                </div>
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}
