import type { ActionResult } from "../../session/action/actionResult.ts";

type Part = Record<string, unknown>;
type Element = NonNullable<ActionResult["element"]>;

/**
 * What an agent reads of an action: nothing that is empty, that it said itself, that stands elsewhere in the answer or that is as it should
 * be. Each token of it is paid for again in every later turn of the conversation. `drover mcp --results full` leaves nothing out.
 */
export function actionForAgents(result: ActionResult): Part {
  const { ok, error, message, hint, failure, action, element, elements, snapshotDelta, warnings, ...rest } = result;
  const { navigation, structure, console: lines, pageErrors, network, tokensEstimate, selector, ref, ...own } = rest;
  return {
    ok,
    ...(error && { error, message }),
    ...(hint && { hint }),
    ...unlessEmpty("failure", failure && ofFailure(failure, hint)),
    ...own,
    ...unlessEmpty("navigation", navigation.changed ? ofNavigation(navigation, action) : {}),
    ...unlessEmpty("element", element && ofElement(element)),
    ...unlessEmpty("elements", elements?.map(ofElement)),
    ...unlessEmpty("structure", ofStructure(structure, snapshotDelta.tree)),
    ...unlessEmpty("console", { ...unlessEmpty("errors", lines.errors), ...(lines.warnings > 0 && { warnings: lines.warnings }) }),
    ...unlessEmpty("pageErrors", pageErrors),
    ...unlessEmpty("network", ofNetwork(network, action)),
    ...(snapshotDelta.tree && { snapshotDelta: { ...(isOnePlace(snapshotDelta.scope) && { scope: snapshotDelta.scope }), tree: snapshotDelta.tree } }),
    ...unlessEmpty("warnings", warnings),
  };
}

/** The same of the actions inside a compound's answer. */
export function compoundForAgents(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(compoundForAgents);
  if (typeof value !== "object" || value === null) return value;
  if (isActionResult(value)) return actionForAgents(value);
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== "tokensEstimate").map(([key, item]) => [key, compoundForAgents(item)]));
}

export const isActionResult = (value: object): value is ActionResult => "snapshotDelta" in value && "navigation" in value && "structure" in value;

function unlessEmpty(key: string, value: object | undefined): Part {
  return value === undefined || Object.keys(value).length === 0 ? {} : { [key]: value };
}

/** Several places one after the other are no scope to ask for again. */
const isOnePlace = (scope: string | undefined): boolean => scope !== undefined && scope !== "full" && !scope.includes(",");

/** Whose fault it is, when it is the page's, and advice that is not the hint already. */
const ofFailure = ({ source, hint: advice }: NonNullable<ActionResult["failure"]>, hint: string | undefined): Part => ({
  ...(source === "app" && { source }),
  ...(advice && advice !== hint && { hint: advice }),
});

const ofNavigation = ({ to, kind }: ActionResult["navigation"], { url }: ActionResult["action"]): Part => ({
  ...(to !== url && { to }),
  ...(kind !== "full_load" && { kind }),
});

function ofElement({ stillAttached, focused, value, valueRequested, displayText, ownerControl, container, hit, ...rest }: Element): Part {
  const showsValue = value !== undefined && ownerControl?.displayTextAfter.includes(value);
  const showsRequested = valueRequested !== undefined && displayText?.includes(valueRequested);
  return {
    ...rest,
    ...(stillAttached === false && { stillAttached }),
    ...(focused && { focused }),
    ...(value !== undefined && value !== valueRequested && { value, ...(valueRequested !== undefined && { valueRequested }) }),
    ...(displayText && !showsRequested && { displayText }),
    ...(ownerControl?.changed && !showsValue && { ownerControl }),
    ...(container?.changed && { container: container.rowText === container.rowKey ? { ...container, rowText: undefined } : container }),
    ...(hit && { hit: ofHit(hit) }),
  };
}

/** What lay under a point; afterwards too, when it is another. */
function ofHit({ before, after, focusChanged }: NonNullable<Element["hit"]>): Part {
  const same = JSON.stringify(before) === JSON.stringify(after);
  return { before: before && ofPlace(before), ...(!same && { after: after && ofPlace(after) }), ...(focusChanged && { focusChanged }) };
}

/** The text of a whole document says nothing about one point of it. */
function ofPlace({ tag, role, text, ancestorText }: NonNullable<NonNullable<Element["hit"]>["before"]>): Part {
  return role === "document" ? { tag } : { tag, role, ...(text && { text }), ...(ancestorText && { ancestorText }) };
}

const ofStructure = ({ appeared, removed, newTabs }: ActionResult["structure"], tree = ""): Part => ({
  ...unlessEmpty("appeared", appeared.filter(({ ref }) => !tree.includes(`[ref=${ref}]`))),
  ...unlessEmpty("removed", removed),
  ...unlessEmpty("newTabs", newTabs),
});

/** So many requests may be told whatever came of them; of more, those that changed something or failed. */
const FEW_REQUESTS = 3;
const MOST_REQUESTS = 6;

type Request = ActionResult["network"]["requests"][number];

/** What a page loads of its own accord is counted; `network` lists it. The request for the page that was asked for says nothing new. */
function ofNetwork({ summary, requests, mutations = [], wsFrames = [] }: ActionResult["network"], action: ActionResult["action"]): Part {
  const others = requests.filter(({ url, status }) => url !== action.url || status !== 200);
  const told = others.length <= FEW_REQUESTS ? others : others.filter(isNotable).slice(0, MOST_REQUESTS);
  const telling = mutations.filter(({ responseShape }) => responseShape);
  const isLoad = action.type === "navigate" || (others.length === 0 && summary.total === requests.length);
  return {
    ...(summary.total > told.length && !isLoad && { total: summary.total }),
    ...(summary.failed > 0 && { failed: summary.failed }),
    ...unlessEmpty("requests", told.map(ofRequest)),
    ...unlessEmpty("mutations", telling.map(({ method, urlPattern, responseShape }) => ({ method, urlPattern, responseShape }))),
    ...(wsFrames.length > 0 && { wsFrames: wsFrames.length }),
  };
}

const isNotable = ({ method, status, error }: Request): boolean => method !== "GET" || error !== undefined || (status !== null && status >= 400);

/** `req-7 POST http://shop.test/orders 201` */
const ofRequest = ({ requestId, method, url, status, error }: Request): string => `${requestId} ${method} ${url} ${error ?? status ?? "pending"}`;
