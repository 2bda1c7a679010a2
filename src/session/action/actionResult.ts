import type { NavigationKind } from "../../engine/port.ts";
import type { DeltaMode, ElementProbe, Region } from "../../page/act/api.ts";
import type { ErrorCode, Failure } from "../../protocol/errors.ts";
import type { HandledDialog } from "../dialogPolicy.ts";
import type { CapturedDownload } from "../downloads.ts";
import type { NetworkReport } from "./networkReport.ts";

/** What an action was, in the caller's words and with the element it found. */
export interface ActionDescription {
  type: string;
  ref?: string;
  selector?: string;
  named?: string;
  coords?: { x: number; y: number };
  value?: string;
  [detail: string]: unknown;
}

export interface NavigationReport {
  changed: boolean;
  from?: string;
  to?: string;
  kind: NavigationKind | null;
}

/** The one shape that every action answers with: what happened, without looking again. */
export interface ActionResult {
  ok: boolean;
  action: ActionDescription;
  navigation: NavigationReport;
  structure: { appeared: Region[]; removed: { role: string; name: string }[]; newTabs: { id: string; url: string; title: string }[] };
  console: { errors: string[]; warnings: number };
  pageErrors: string[];
  element?: ElementProbe;
  /** In dispatch order, when an action had several targets. */
  elements?: ElementProbe[];
  snapshotDelta: { mode: DeltaMode; scope?: string; tree?: string; truncated?: boolean };
  network: NetworkReport;
  dialogs?: HandledDialog[];
  downloads?: CapturedDownload[];
  warnings: string[];
  error: ErrorCode | null;
  message?: string;
  hint?: string;
  failure?: Failure;
  [field: string]: unknown;
}
