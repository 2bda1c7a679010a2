import { useState } from "preact/hooks";
import type { QuestionEvent } from "../../../protocol/events.ts";
import { ask } from "../link/ask.ts";
import { Icon } from "../parts/icon.tsx";
import { now } from "../parts/now.ts";
import { duration } from "../parts/words.ts";
import { go } from "../state/ui.ts";
import { FilesAnswer } from "./filesAnswer.tsx";
import { picking } from "./picking.ts";
import { aboutWords } from "./questionWords.ts";

type Given = string | boolean | number | string[] | null;

/** One question with the answers that it takes. */
export function QuestionForm({ question }: { question: QuestionEvent }) {
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const give = async (value: Given) => {
    setBusy(true);
    const answer = await ask("answer_question", { id: question.id, value });
    setBusy(false);
    setProblem(answer.ok ? undefined : answer.message);
  };
  return (
    <section class="question" aria-label={`Question: ${question.prompt}`}>
      <p class="question-about">
        {aboutWords(question.about)}
        <span class="quiet-text"> · {duration(Math.max(0, question.expiresAt - now.value))} left</span>
      </p>
      <p class="question-prompt">{question.prompt}</p>
      <fieldset class="question-answers" disabled={busy}>
        <legend class="hidden">Answer</legend>
        <Answers question={question} give={give} />
      </fieldset>
      <p class="form-problem" role="alert">
        {problem}
      </p>
    </section>
  );
}

function Answers({ question, give }: { question: QuestionEvent; give: (value: Given) => Promise<void> }) {
  const { kind, choices = [], about } = question;
  if (kind === "acknowledge")
    return (
      <button type="button" class="primary" onClick={() => give(null)}>
        {about.startsWith("dialog:") ? "OK" : "Done"}
      </button>
    );
  if (kind === "confirm")
    return (
      <>
        <button type="button" class="primary" onClick={() => give(true)}>
          Yes
        </button>
        <button type="button" onClick={() => give(false)}>
          No
        </button>
      </>
    );
  if (kind === "choose")
    return choices.map((choice, index) => (
      <button key={choice} type="button" onClick={() => give(index)}>
        {choice}
      </button>
    ));
  if (kind === "pick_element") return <Pick question={question} give={give} />;
  if (kind === "files") return <FilesAnswer session={question.session} give={give} />;
  return <Typed label="Your answer" give={give} />;
}

function Typed({ label, give }: { label: string; give: (value: Given) => Promise<void> }) {
  const answer = (event: SubmitEvent) => {
    event.preventDefault();
    if (event.currentTarget instanceof HTMLFormElement) void give(String(new FormData(event.currentTarget).get("answer") ?? ""));
  };
  return (
    <form class="typed" onSubmit={answer}>
      <input name="answer" aria-label={label} autoComplete="off" />
      <button type="submit">Answer</button>
    </form>
  );
}

function Pick({ question, give }: { question: QuestionEvent; give: (value: Given) => Promise<void> }) {
  const active = picking.value === question.id;
  const point = () => {
    picking.value = active ? undefined : question.id;
    if (!active) go({ view: "session", session: question.session, panel: "calls" });
  };
  return (
    <>
      <button type="button" class="primary" aria-pressed={active} onClick={point}>
        <Icon name="target" />
        {active ? "Click it in the page…" : "Point at it in the page"}
      </button>
      <Typed label="Its ref or a selector" give={give} />
    </>
  );
}
