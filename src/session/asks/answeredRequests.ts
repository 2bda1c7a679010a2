import { DroverError, type ErrorCode, type Failure } from "../../protocol/errors.ts";
import type { ActionResult } from "../action/actionResult.ts";
import type { ActionWindow } from "../action/actionWindow.ts";
import type { TellOfAction } from "../part.ts";
import type { Session } from "../session.ts";

/** Of one action; more are only counted. */
const MAX_TOLD = 20;

export interface RequestKind<Request> {
  /** Where results tell of them. */
  field: "dialogs" | "permissionRequests" | "notifications" | "fsPickerRequests";
  /** What they are called, many of them. */
  plural: string;
  /** With which an action fails that a request was raised in. */
  code: ErrorCode;
  failure: Failure;
  /** How a caller decides on them. */
  decide: string;
  /** The request and what became of it, after "the action opened" and the like. */
  describe(request: Request): { since: string; during: string };
}

/**
 * What pages ask for, a policy answers and the next result tells. Under "raise" an action that a request came up in fails, and one that
 * came up between two actions stops the next one, so that it is not overlooked.
 */
export class AnsweredRequests<Request extends { handledAs: string }> {
  readonly #session: Session;
  readonly #kind: RequestKind<Request>;
  /** Answered under the "raise" policy, and told to nobody yet. */
  #unseen: Request[] = [];

  constructor(session: Session, kind: RequestKind<Request>) {
    this.#session = session;
    this.#kind = kind;
  }

  note(request: Request): void {
    if (request.handledAs === "raised") this.#unseen.push(request);
    this.#session.events.emit("pagerequest", this, request);
  }

  /** Those of an old policy are not the next one's concern. */
  forget(): void {
    this.#unseen = [];
  }

  admitAction(): void {
    const { code, failure, field, decide, describe } = this.#kind;
    const requests = this.#unseen.slice(0, MAX_TOLD);
    const [first] = requests;
    if (!first) return;
    this.#unseen = [];
    throw new DroverError(code, describe(first).since, {
      hint: `The action was not performed. ${decide}, then repeat it.`,
      failure,
      fields: { [field]: requests },
    });
  }

  watchAction(window: ActionWindow): TellOfAction {
    const { code, failure, field, decide, describe, plural } = this.#kind;
    // A page that is left may ask as much as it likes: it is told, and keeps nobody from leaving.
    const before = window.leavesPage ? this.#unseen.splice(0) : [];
    const requests = before.slice(0, MAX_TOLD);
    let count = before.length;
    let raised: Request | undefined;
    window.on("pagerequest", (of, given) => {
      if (of !== this) return;
      const request = given as Request;
      count++;
      if (requests.length < MAX_TOLD) requests.push(request);
      if (request.handledAs !== "raised") return;
      if (!window.isLeaving) raised ??= request;
      // Told with this action; the next one need not hear of it.
      this.#unseen = this.#unseen.filter((each) => each !== request);
    });
    return () => ({
      ...(requests.length > 0 && { fields: { [field]: requests } as Partial<ActionResult> }),
      ...(count > requests.length && { warnings: [`${count} ${plural}; the first ${requests.length} are listed.`] }),
      error: raised && new DroverError(code, describe(raised).during, { hint: `${decide}, then repeat the action if it must go through.`, failure }),
    });
  }
}
