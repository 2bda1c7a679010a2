import { mayFail } from "../../diagnosis/mayFail.ts";
import type { ActionWindow } from "../action/actionWindow.ts";
import type { SessionPart, TellOfAction } from "../part.ts";
import type { Session } from "../session.ts";
import { AnsweredRequests } from "./answeredRequests.ts";
import { permissionNames, permissionPolicyShape, type PermissionPolicy, type PermissionRequest } from "./askPolicy.ts";
import { originOf } from "./pageAsks.ts";
import { whoeverSteers } from "./whoeverSteers.ts";

const undecided: PermissionPolicy = { mode: "raise", perPermission: {} };

/** Answers what pages need a person's permission for. */
export class SessionPermissions implements SessionPart<PermissionPolicy> {
  readonly saved = permissionPolicyShape;
  readonly #session: Session;
  readonly #answered: AnsweredRequests<PermissionRequest>;
  #policy: PermissionPolicy | undefined;
  #pasting = 0;

  constructor(session: Session) {
    this.#session = session;
    this.#answered = new AnsweredRequests(session, {
      field: "permissionRequests",
      plural: "permissions were asked for",
      code: "unhandled-permission",
      failure: { source: "app", hint: "unhandled permission request - set permissionPolicy with set_permission_policy (allow, deny or ask-human)" },
      decide: "Choose how permissions are answered with set_permission_policy",
      describe: ({ permission }) => ({
        since: `the page asked for the permission "${permission}" since the last action and was refused`,
        during: `the action made the page ask for the permission "${permission}", which was refused`,
      }),
    });
  }

  save(): PermissionPolicy | undefined {
    return this.#policy;
  }

  async restore(policy: PermissionPolicy): Promise<void> {
    this.#policy = policy;
    await this.#apply(policy);
  }

  begin(): void {
    const { asks, wheel } = this.#session.parts;
    let steered = false;
    const follow = () => {
      // Somebody else's browser asks its own person.
      if (wheel.taken === steered || this.#session.mode === "attached") return;
      steered = wheel.taken;
      void mayFail(this.#apply(this.#policy ?? undecided), "pages may close while the wheel is taken");
    };
    this.#session.events.on("wheel", follow);
    follow();
    asks.on("permission", async (frame, { permission, handledAs }) => {
      if (this.#pasting > 0 && permission === "clipboard-read" && handledAs === "raised") return undefined;
      const origin = originOf(frame);
      this.#answered.note({ permission, ...(origin && { origin }), handledAs });
      if (handledAs !== "asked-human") return undefined;
      const allowed = await asks.confirm(`permission ${permission}`, `May ${origin ?? "the page"} use ${permission}?`);
      if (allowed && origin) await this.#session.parts.device.allow([permission], origin);
      return allowed;
    });
  }

  /** Resolves with the permissions that this browser cannot grant. */
  async setPolicy(policy: PermissionPolicy): Promise<string[]> {
    this.#policy = policy;
    this.#answered.forget();
    const refused = await this.#apply(policy);
    this.#session.changed();
    return refused;
  }

  /** Editors look for more on the clipboard when a text is pasted. They are refused, and nobody is told: it was not their wish. */
  async whilePasting(paste: () => Promise<void>): Promise<void> {
    this.#pasting++;
    try {
      await paste();
    } finally {
      this.#pasting--;
    }
  }

  admitAction(): void {
    this.#answered.admitAction();
  }

  watchAction(window: ActionWindow): TellOfAction {
    return this.#answered.watchAction(window);
  }

  async #apply(policy: PermissionPolicy): Promise<string[]> {
    const steered = Object.fromEntries(Object.entries(policy.perPermission).map(([name, mode]) => [name, whoeverSteers(this.#session, mode)]));
    await this.#session.parts.asks.configure({ permissions: { mode: whoeverSteers(this.#session, policy.mode), perPermission: steered } });
    return this.#session.parts.device.allow(permissionNames.filter((name) => (policy.perPermission[name] ?? policy.mode) === "allow"));
  }
}
