import type { DialogOpened } from "../engine/port.ts";
import { DroverError, type Failure } from "../protocol/errors.ts";
import type { ActionWindow } from "./action/actionWindow.ts";
import { answerDialog, type DialogPolicy, type HandledDialog } from "./dialogPolicy.ts";
import type { SessionPart, TellOfAction } from "./part.ts";
import type { Session } from "./session.ts";
import type { SessionPage } from "./sessionPage.ts";

/** Of one action; more are only counted. */
const MAX_TOLD = 20;

const unhandled: Failure = { source: "app", hint: "unhandled dialog - set dialogPolicy with set_dialog_policy (accept, dismiss or accept-prompt-with)" };

/** Answers the dialogs of a session's pages and tells of them. The policy is part of the session's plan. */
export class SessionDialogs implements SessionPart {
  readonly #session: Session;
  /** Answered under the "raise" policy, and told to nobody yet. */
  #unseen: HandledDialog[] = [];

  constructor(session: Session) {
    this.#session = session;
  }

  get policy(): DialogPolicy {
    return this.#session.plan.dialogPolicy;
  }

  setPolicy(dialogPolicy: DialogPolicy): void {
    this.#session.replan({ dialogPolicy });
    // Those of the old policy are not this one's concern.
    this.#unseen = [];
  }

  follow(page: SessionPage): void {
    page.engine.events.on("dialog", (dialog) => {
      const handledAs = answerDialog(this.policy, dialog);
      if (handledAs === "raised") this.#unseen.push(told(dialog, handledAs));
      this.#session.events.emit("dialog", page, dialog, handledAs);
    });
  }

  /** Under the "raise" policy a dialog that opened between two actions stops the next one, so that it is not overlooked. */
  admitAction(): void {
    const dialogs = this.#unseen;
    const [first] = dialogs;
    if (!first) return;
    this.#unseen = [];
    throw new DroverError("unhandled-dialog", `a dialog (${first.kind}) opened since the last action and was dismissed: ${first.message}`, {
      hint: "The action was not performed. Choose how dialogs are answered with set_dialog_policy, then repeat it.",
      failure: unhandled,
      fields: { dialogs },
    });
  }

  watchAction(window: ActionWindow): TellOfAction {
    // A page that is left may open as many as it likes: they are told, and keep nobody from leaving.
    const before = window.leavesPage ? this.#unseen.splice(0) : [];
    const dialogs = before.slice(0, MAX_TOLD);
    let count = before.length;
    let raised: HandledDialog | undefined;
    window.on("dialog", (_page, dialog, handledAs) => {
      count++;
      if (dialogs.length < MAX_TOLD) dialogs.push(told(dialog, handledAs));
      if (handledAs === "raised" && !window.isLeaving) raised ??= told(dialog, handledAs);
      // Told with this action; the next one need not hear of it.
      if (handledAs === "raised") this.#unseen.pop();
    });
    return () => ({
      ...(dialogs.length > 0 && { fields: { dialogs } }),
      ...(count > dialogs.length && { warnings: [`${count} dialogs opened; the first ${dialogs.length} are listed.`] }),
      error: errorOf(raised),
    });
  }
}

const told = ({ kind, message, defaultValue }: DialogOpened, handledAs: HandledDialog["handledAs"]): HandledDialog => ({
  kind,
  message,
  ...(defaultValue !== undefined && { defaultValue }),
  handledAs,
});

const errorOf = (raised: HandledDialog | undefined): DroverError | undefined =>
  raised &&
  new DroverError("unhandled-dialog", `the action opened a dialog (${raised.kind}), which was dismissed: ${raised.message}`, {
    hint: "Choose how dialogs are answered with set_dialog_policy, then repeat the action if it must go through.",
    failure: unhandled,
  });
