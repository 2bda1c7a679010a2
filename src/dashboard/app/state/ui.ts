import { effect, signal } from "@preact/signals";
import { readRoute, routeHash, type Route } from "../link/routes.ts";

export const route = signal<Route>(readRoute(location.hash));
addEventListener("hashchange", () => {
  route.value = readRoute(location.hash);
});

export function go(to: Route): void {
  location.hash = routeHash(to);
}

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

export const theme = signal<Theme>(themes.find((known) => known === localStorage.getItem("theme")) ?? "system");
export const singleKeys = signal(localStorage.getItem("singleKeys") !== "off");
export const filter = signal("");
export const openSheet = signal<"help" | "open-session" | undefined>(undefined);

/** What is remembered in this browser. */
export function keepChoices(): void {
  effect(() => {
    localStorage.setItem("theme", theme.value);
    if (theme.value === "system") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = theme.value;
  });
  effect(() => localStorage.setItem("singleKeys", singleKeys.value ? "on" : "off"));
}
