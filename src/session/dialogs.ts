import type { DialogOpened } from "../engine/port.ts";
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
      const handledAs = answerDialog(this.policy, dialog);
      this.#answered.note(told(dialog, handledAs));
      this.#session.events.emit("dialog", page, dialog, handledAs);
    });
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
