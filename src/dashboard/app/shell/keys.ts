import { panels } from "../link/routes.ts";
import { sessionsInOrder, tab } from "../state/dashboard.ts";
import { nameOf, standingOf } from "../state/sessionRow.ts";
import { go, openSheet, route, singleKeys } from "../state/ui.ts";
import { toggleWheel } from "../session/wheel.ts";
import { say } from "../state/notices.ts";
import { stopEverything } from "./stopEverything.ts";

const CHORD_MS = 1500;
let afterG = 0;

/** The shortcuts of the whole window, until the function that is returned is called. */
export function followKeys(): () => void {
  addEventListener("keydown", pressed);
  return () => removeEventListener("keydown", pressed);
}

function pressed(event: KeyboardEvent): void {
  if (!singleKeys.value || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (isTyping(event.target) || openSheet.value) return;
  const act = actionOf(event);
  if (!act) return;
  event.preventDefault();
  act();
}

function actionOf({ key, timeStamp }: KeyboardEvent): (() => void) | undefined {
  const afterGo = timeStamp - afterG < CHORD_MS;
  afterG = key === "g" ? timeStamp : -CHORD_MS;
  if (key === "g") return () => undefined;
  if (afterGo && key === "s") return () => go({ view: "sessions" });
  if (afterGo && key === "q") return () => go({ view: "questions" });
  const shown = route.value;
  const panel = shown.view === "session" ? panels[Number(key) - 1] : undefined;
  if (shown.view === "session" && panel) return () => go({ ...shown, panel });
  if (shown.view === "session" && key === "t") return () => void toggleWheel(shown.session);
  return actions[key];
}

const actions: Record<string, () => void> = {
  "?": () => (openSheet.value = "help"),
  "/": () => document.querySelector<HTMLInputElement>("input[type=search]")?.focus(),
  o: () => (openSheet.value = "open-session"),
  n: nextThatNeedsYou,
  S: () => void stopEverything(),
};

function nextThatNeedsYou(): void {
  const needy = sessionsInOrder.value.filter((row) => standingOf(row, tab.value) === "asks");
  const shown = route.value;
  const next = needy[(needy.findIndex(({ id }) => shown.view === "session" && id === shown.session) + 1) % needy.length];
  if (!next) return say("said", "No session needs you.");
  go({ view: "session", session: next.id, panel: "calls" });
  say("said", `${nameOf(next)} asks for you.`);
}

const isTyping = (target: EventTarget | null): boolean => target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));
