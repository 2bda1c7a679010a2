import type { z } from "zod";
import type { EngineContextWorker, EnginePage } from "../engine/port.ts";
import type { DroverError } from "../protocol/errors.ts";
import type { ActionResult } from "./action/actionResult.ts";
import type { ActionWindow } from "./action/actionWindow.ts";
import type { Interceptor } from "./interception.ts";
import type { SessionPage } from "./sessionPage.ts";

/**
 * One concern of a session: what it remembers, what it does to pages, what it was told to go on doing. A part has those of
 * these members that it needs; `parts.ts` is the list, and its order is the order in which parts are asked.
 */
export interface SessionPart<Saved = unknown> {
  /** The shape of what `save` gives: the session's record keeps it under the part's name. */
  readonly saved?: z.ZodType<Saved>;
  /** What the next daemon must know; asked for after each `session.changed()`. */
  save?(): Saved | undefined;
  /**
   * Takes up what was saved. There are no pages yet: each of them is prepared with it, whether this has resolved or not.
   * What it throws becomes a warning to whoever opens the session.
   */
  restore?(saved: Saved): Promise<void> | void;
  /** The session opens, while it takes its pages in. What it throws keeps the session from opening. */
  begin?(): Promise<void> | void;

  /** Before the page's first script. Some pages cannot wait: they get in time what is sent at once. */
  prepare?(page: EnginePage): Promise<unknown> | undefined;
  /** The page is known from here on, even before it is prepared. */
  follow?(page: SessionPage): void;
  /** The page is gone. */
  forget?(page: SessionPage): void;

  /** Before the script of a service or shared worker, each time that the browser starts it. */
  prepareWorker?(worker: EngineContextWorker): Promise<unknown> | undefined;
  /** Once for each such worker; `pageNow` is the page that it most likely works for. */
  followWorker?(worker: EngineContextWorker, pageNow: () => SessionPage | undefined): void;

  /** Answers requests in the network's place. */
  readonly interceptor?: Interceptor;

  /** Throws when no action may be performed before its caller has learned something. */
  admitAction?(): void;
  /** An action begins; what is returned is asked when it is over. */
  watchAction?(window: ActionWindow): TellOfAction;

  /** The session is being closed. */
  end?(): Promise<unknown> | void;
  /** The daemon is leaving; the session goes on in the next one. */
  letGo?(): Promise<unknown> | void;
}

export const namedParts = (parts: object): [name: string, part: SessionPart][] => Object.entries<object>({ ...parts });

/** What a part adds to an action's result. */
export interface ActionTold {
  fields?: Partial<ActionResult>;
  warnings?: string[];
  /** Why the action counts as failed, though it was performed. */
  error?: DroverError;
}

/** After a failure the caller's time may be over: nothing is waited for then. */
export type TellOfAction = (outcome: "done" | "failed") => ActionTold | Promise<ActionTold>;
