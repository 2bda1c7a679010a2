import { z } from "zod";
import { capturedPart } from "../../exit/tells.ts";
import { errorCodes } from "../../protocol/errors.ts";
import { fsPickerRequestShape, notificationShape, permissionRequestShape } from "../asks/askPolicy.ts";
import { handledDialogShape } from "../dialogPolicy.ts";
import { capturedDownload } from "../downloads.ts";
import { elementProbeShape } from "./elementProbe.ts";
import { networkReportShape } from "./networkReport.ts";

export const pointShape = z.object({ x: z.number(), y: z.number() });

const elementShape = z.object({
  ref: z.string().optional(),
  selector: z.string().optional(),
  named: z.string().optional(),
  contextRef: z.string().optional(),
});

const end = z.union([pointShape, elementShape]);

/** What an action was, in the caller's words and with the element it found. */
const actionDescriptionShape = elementShape.extend({
  type: z.string(),
  coords: pointShape.optional(),
  button: z.enum(["left", "right", "middle"]).optional(),
  key: z.string().optional(),
  text: z.string().optional(),
  url: z.string().optional(),
  value: z.string().optional(),
  values: z.array(z.union([z.string(), z.number(), z.object({ value: z.string().optional(), label: z.string().optional(), index: z.number().optional() })])).optional(),
  option: z.string().optional(),
  width: z.number().optional(),
  height: z.number().optional(),
  by: z.object({ x: z.number().optional(), y: z.number().optional() }).optional(),
  /** Where a drag began. */
  from: end.optional(),
  /** Where a drag ended, or the edge that was scrolled to. */
  to: z.union([z.enum(["top", "bottom", "left", "right"]), end]).optional(),
});

const navigationShape = z.object({
  changed: z.boolean(),
  from: z.string().optional(),
  to: z.string().optional(),
  kind: z.enum(["full_load", "spa", "hash"]).nullable(),
});

const snapshotDeltaShape = z.object({
  mode: z.enum(["scoped_snapshot", "none", "full", "tree_diff"]),
  scope: z.string().optional(),
  tree: z.string().optional(),
  truncated: z.boolean().optional(),
});

/** What single actions tell besides what all of them do. */
const ownFields = z.object({
  /** `navigate`: the page's title. */
  title: z.string().optional(),
  /** `select`: the values that are chosen now. */
  selected: z.array(z.string()).optional(),
  /** `fill_form`: the field that could not be filled, and those that were left alone because of it. */
  fillFailure: z.object({ atIndex: z.number(), skipped: z.array(z.number()) }).optional(),
  /** `drag`: where it was pressed and let go, over how many points. */
  from: pointShape.optional(),
  to: pointShape.optional(),
  steps: z.number().optional(),
});

/** What a refused action tells besides its error. */
export const refusalShape = z.object({
  ref: z.string().optional(),
  selector: z.string().optional(),
  coveredBy: z.string().optional(),
  /** After a timeout: whether the page may still act on what it was sent. */
  inputSent: z.boolean().optional(),
  dialogs: z.array(handledDialogShape).optional(),
  permissionRequests: z.array(permissionRequestShape).optional(),
  notifications: z.array(notificationShape).optional(),
  fsPickerRequests: z.array(fsPickerRequestShape).optional(),
  /** `fill_form`: which targets were found. */
  fieldResolution: z.array(z.object({ index: z.number(), targetSummary: z.string(), ok: z.boolean(), error: z.string().optional() })).optional(),
});

const errorCode = z.enum(errorCodes).meta({ id: "ErrorCode" });

/** The one shape that every action answers with: what happened, without looking again. */
export const actionResultShape = z
  .object({
    ok: z.boolean(),
    action: actionDescriptionShape,
    navigation: navigationShape,
    structure: z.object({
      appeared: z.array(z.object({ role: z.string(), name: z.string(), ref: z.string() })),
      removed: z.array(z.object({ role: z.string(), name: z.string() })),
      newTabs: z.array(z.object({ id: z.string(), url: z.string(), title: z.string() })),
    }),
    console: capturedPart(z.object({ errors: z.array(z.string()), warnings: z.number() })),
    pageErrors: capturedPart(z.array(z.string())),
    element: elementProbeShape.optional(),
    /** In dispatch order, when an action had several targets. */
    elements: z.array(elementProbeShape).optional(),
    snapshotDelta: snapshotDeltaShape,
    network: capturedPart(networkReportShape),
    downloads: z.array(capturedDownload).optional(),
    ...ownFields.shape,
    ...refusalShape.shape,
    warnings: z.array(z.string()),
    error: errorCode.nullable(),
    message: z.string().optional(),
    hint: z.string().optional(),
    failure: z.object({ source: z.enum(["drover", "app", "unknown"]), kind: z.string().optional(), ref: z.string().optional(), hint: z.string().optional() }).optional(),
    tokensEstimate: z.number().optional(),
  })
  .meta({ id: "ActionResult" });

export type ActionResult = z.infer<typeof actionResultShape>;
export type ActionDescription = z.infer<typeof actionDescriptionShape>;
export type NavigationReport = z.infer<typeof navigationShape>;
export type OwnFields = z.infer<typeof ownFields>;
