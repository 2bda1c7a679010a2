import type { ActionResult } from "../action/actionResult.ts";

const MAX_LINES = 12;
const MAX_NAME = 80;

const named = ({ role, name }: { role: string; name: string }): string => `${role} “${name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name}”`;

/** A page's outline around what was acted on, without what only calls need. */
const linesOf = (tree: string): string[] => tree.split("\n").map((line) => line.trim().replace(/ \[ref=e\d+\]/, "").slice(0, 2 * MAX_NAME)).filter((line) => line !== "");

/** What an action has changed, in lines for a reader. */
export function changesIn({ navigation, structure, console: lines, pageErrors, dialogs, downloads, element, network, snapshotDelta, warnings }: Partial<ActionResult>): string[] {
  const changes = [
    ...(navigation?.changed ? [`went to ${navigation.to ?? "another page"}`] : []),
    ...(structure?.newTabs ?? []).map(({ url }) => `opened a tab: ${url}`),
    ...(structure?.appeared ?? []).map((each) => `+ ${named(each)}`),
    ...(structure?.removed ?? []).map((each) => `− ${named(each)}`),
    ...(element?.ownerControl?.changed ? [`shows “${element.ownerControl.displayTextAfter}”, was “${element.ownerControl.displayTextBefore}”`] : []),
    ...(element?.value !== undefined ? [`holds “${element.value}”`] : []),
    ...(dialogs ?? []).map(({ kind, message, handledAs }) => `${kind} “${message}” was ${handledAs}`),
    ...(downloads ?? []).map(({ suggestedFilename }) => `downloaded ${suggestedFilename}`),
    ...(network?.mutations ?? []).map(({ method, urlPattern, status }) => `${method} ${urlPattern} → ${status}`),
    ...(lines?.errors ?? []).map((text) => `console: ${text}`),
    ...(pageErrors ?? []).map((text) => `threw ${text}`),
    ...(warnings ?? []),
    ...linesOf(snapshotDelta?.tree ?? ""),
  ];
  return changes.length > MAX_LINES ? [...changes.slice(0, MAX_LINES), `… ${changes.length - MAX_LINES} more`] : changes;
}
