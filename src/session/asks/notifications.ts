import type { AskMode } from "../../page/asks/api.ts";
import type { ActionWindow } from "../action/actionWindow.ts";
import type { SessionPart, TellOfAction } from "../part.ts";
import type { Session } from "../session.ts";
import { AnsweredRequests } from "./answeredRequests.ts";
import { askMode, type ShownNotification } from "./askPolicy.ts";
import { originOf } from "./pageAsks.ts";

/** Decides on what pages show to people outside of their windows. */
export class SessionNotifications implements SessionPart<AskMode> {
  readonly saved = askMode;
  readonly #session: Session;
  readonly #answered: AnsweredRequests<ShownNotification>;
  #mode: AskMode | undefined;

  constructor(session: Session) {
    this.#session = session;
    this.#answered = new AnsweredRequests(session, {
      field: "notifications",
      plural: "notifications were shown",
      code: "unhandled-notification",
      failure: { source: "app", hint: "unhandled notification - set notificationPolicy with set_notification_policy (allow, deny or ask-human)" },
      decide: "Choose what becomes of notifications with set_notification_policy",
      describe: ({ title }) => ({
        since: `the page wanted to show a notification since the last action and could not: ${title}`,
        during: `the action made the page show a notification, which was refused: ${title}`,
      }),
    });
  }

  save(): AskMode | undefined {
    return this.#mode;
  }

  async restore(mode: AskMode): Promise<void> {
    this.#mode = mode;
    await this.#session.parts.asks.configure({ notifications: mode });
  }

  begin(): void {
    const { asks } = this.#session.parts;
    asks.on("notification", (frame, { title, body, icon, tag, handledAs }) => {
      const origin = originOf(frame);
      const optional = { ...(body !== undefined && { body }), ...(icon !== undefined && { icon }), ...(tag !== undefined && { tag }), ...(origin && { origin }) };
      this.#answered.note({ title, ...optional, timestamp: Date.now(), handledAs });
      return handledAs === "asked-human" ? asks.confirm("notification", `May ${origin ?? "the page"} notify you: ${title}?`) : undefined;
    });
  }

  async setMode(mode: AskMode): Promise<void> {
    this.#answered.forget();
    await this.restore(mode);
    this.#session.changed();
  }

  admitAction(): void {
    this.#answered.admitAction();
  }

  watchAction(window: ActionWindow): TellOfAction {
    return this.#answered.watchAction(window);
  }
}
