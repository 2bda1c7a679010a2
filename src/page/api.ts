/**
 * What Drover's page code offers to the engines. One object of functions lives in an isolated world of every frame;
 * each takes one JSON value and returns one (or a promise of one). `pageCode.ts` installs it; `EngineFrame.ask` calls it.
 * Types only: this file is read from both sides.
 */
import type { ActApi } from "./act/api.ts";
import type { AsksApi } from "./asks/api.ts";
import type { CanvasApi } from "./canvas/api.ts";
import type { CaptureApi } from "./capture/api.ts";
import type { MeasureApi } from "./measure/api.ts";
import type { ReadingApi } from "./reading/api.ts";
import type { SeeApi } from "./see/api.ts";
import type { StateApi } from "./state/api.ts";

export interface PageApi extends SeeApi, ActApi, StateApi, AsksApi, MeasureApi, ReadingApi, CaptureApi, CanvasApi {}

/** How page code names an element: a ref it minted (with what is known of it, to re-bind), or a selector. */
export interface PageTarget {
  ref?: string;
  /** What the session remembers of the ref, used only when the element itself is gone. */
  descriptor?: RefDescriptor;
  /** CSS, or one of the engine's own forms (`text=`, `role=…[name="…"]`, `xpath=`, `>>`, `:has-text()`, `:visible` …). */
  selector?: string;
  /** Limits `selector` to what is inside this ref. */
  within?: PageTarget;
}

/** What is remembered of an element so that its ref can find it again after a re-render. */
export interface RefDescriptor {
  role: string;
  name: string;
  tag: string;
  /** The test attribute that matched, e.g. ["data-testid", "save"]. */
  test?: [attribute: string, value: string];
  /** The element's own id attribute. */
  id?: string;
  /** Structural path at the time the ref was minted. */
  path: string;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Thrown by page code; arrives in the daemon as a DroverError with the same code. */
export interface PageFault {
  code: string;
  message: string;
  hint?: string;
  fields?: Record<string, unknown>;
}

/** What the isolated world's global holds under `PAGE_CODE_GLOBAL`. Always resolves; errors are data. */
export type PageCall = (name: string, argJson: string) => Promise<string>;
export const PAGE_CODE_GLOBAL = "__droverPageCode";
