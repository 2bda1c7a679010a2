import { mayFail } from "../diagnosis/mayFail.ts";
import type { DialogOpened } from "../engine/port.ts";
import { DEFAULT_PATIENCE_MS } from "../people/patience.ts";
import type { ActionWindow } from "./action/actionWindow.ts";
import { AnsweredRequests } from "./asks/answeredRequests.ts";
import { answerDialog, type DialogPolicy, type HandledDialog } from "./dialogPolicy.ts";
import type { SessionPart, TellOfAction } from "./part.ts";
import type { Session } from "./session.ts";
import type { SessionPage } from "./sessionPage.ts";

/** Answers the dialogs of a session's pages and tells of them. The policy is part of the session's plan. */
export class SessionDialogs implements SessionPart {
  readonly #session: Session;
  readonly #answered: AnsweredRequests<HandledDialog>;

  constructor(session: Session) {
    this.#session = session;
    this.#answered = new AnsweredRequests(session, {
      field: "dialogs",
      plural: "dialogs opened",
      code: "unhandled-dialog",
      failure: { source: "app", hint: "unhandled dialog - set dialogPolicy with set_dialog_policy (accept, dismiss or accept-prompt-with)" },
      decide: "Choose how dialogs are answered with set_dialog_policy",
      describe: ({ kind, message }) => ({
        since: `a dialog (${kind}) opened since the last action and was dismissed: ${message}`,
        during: `the action opened a dialog (${kind}), which was dismissed: ${message}`,
      }),
    });
  }

  get policy(): DialogPolicy {
    return this.#session.plan.dialogPolicy;
  }

  setPolicy(dialogPolicy: DialogPolicy): void {
    this.#session.replan({ dialogPolicy });
    this.#answered.forget();
  }

  follow(page: SessionPage): void {
    page.engine.events.on("dialog", (dialog) => {
      if (this.#session.parts.wheel.taken) return void mayFail(this.#askPerson(page, dialog), "a page may close with its dialog");
      const handledAs = answerDialog(this.policy, dialog);
      this.#answered.note(told(dialog, handledAs));
      this.#session.events.emit("dialog", page, dialog, handledAs);
    });
  }

  /** Whoever has the wheel answers; in a window they may do so there. When it is given back meanwhile, the policy answers. */
  async #askPerson(page: SessionPage, dialog: DialogOpened): Promise<void> {
    const answered = new AbortController();
    const close = () => answered.abort();
    page.engine.events.once("dialogclosed", close).once("closed", close);
    const { people, wheel } = this.#session.parts;
    const kind = ({ alert: "acknowledge", confirm: "confirm", prompt: "input", beforeunload: "confirm" } as const)[dialog.kind];
    const prompt = dialog.kind === "beforeunload" ? "Leave the page? What was entered may be lost." : `The page says: ${dialog.message}`;
    const ending = await people.ask({ kind, prompt, about: `dialog:${dialog.kind}`, timeoutMs: DEFAULT_PATIENCE_MS }, { signal: AbortSignal.any([wheel.holding, answered.signal]) });
    page.engine.events.off("dialogclosed", close).off("closed", close);
    if (answered.signal.aborted) return;
    if (ending.outcome !== "answered") return void answerDialog(this.policy, dialog);
    const accepted = ending.value !== false;
    this.#session.events.emit("dialog", page, dialog, accepted ? "accepted" : "dismissed");
    await dialog.answer(accepted, dialog.kind === "prompt" ? String(ending.value ?? "") : undefined);
  }

  admitAction(): void {
    this.#answered.admitAction();
  }

  watchAction(window: ActionWindow): TellOfAction {
    return this.#answered.watchAction(window);
  }
}

const told = ({ kind, message, defaultValue }: DialogOpened, handledAs: HandledDialog["handledAs"]): HandledDialog => ({
  kind,
  message,
  ...(defaultValue !== undefined && { defaultValue }),
  handledAs,
});
