import type { ActionResult } from "../../session/action/actionResult.ts";
import { quote } from "../../session/snapshotText.ts";
import { escaped } from "../../text/escape.ts";
import type { TextStyle } from "../defineTool.ts";
import { paint } from "./paint.ts";

/** What an action changed, for a person: only what there is to tell. */
export function actionText(result: ActionResult, style: TextStyle): string {
  const { navigation, structure, element, console: lines, pageErrors, network, dialogs = [], downloads = [], snapshotDelta } = result;
  const color = (text: string, name: Parameters<typeof paint>[1]) => paint(text, name, style.color);
  const told = [
    navigation.changed && navigation.to && `${color("→", "cyan")} ${escaped(navigation.to)}${result.title === undefined ? "" : `  ${escaped(result.title)}`}`,
    ...structure.newTabs.map(({ title, url }) => `${color("+", "green")} new page: ${escaped(title || url)}`),
    ...structure.appeared.map((region) => `${color("+", "green")} ${oneLine(region)}`),
    ...structure.removed.map((region) => `${color("-", "red")} ${oneLine(region)}`),
    element?.value !== undefined && `value: ${quote(element.value)}`,
    element?.checked !== undefined && `checked: ${String(element.checked)}`,
    ...dialogs.map(({ kind, message, handledAs }) => `${kind} ${quote(message)} was ${handledAs}`),
    ...downloads.map(({ suggestedFilename }) => `download: ${escaped(suggestedFilename)}`),
    ...[...lines.errors, ...pageErrors].map((line) => `${color("console error", "red")} ${escaped(line)}`),
    network.summary.total > 0 && color(requests(network.summary), "dim"),
    snapshotDelta.tree,
  ].filter((line): line is string => typeof line === "string" && line !== "");
  if (told.length > 0 || !result.ok) return told.join("\n");
  return `${color("✓", "green")} ${result.action.type}: nothing on the page changed`;
}

function requests({ total, failed }: ActionResult["network"]["summary"]): string {
  return `${total} request${total === 1 ? "" : "s"}${failed > 0 ? `, ${failed} failed` : ""}`;
}

function oneLine({ ref, role, name }: { ref?: string; role: string; name: string }): string {
  return [ref, escaped(role), name && quote(name)].filter(Boolean).join(" ");
}
