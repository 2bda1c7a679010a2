/** The views and their addresses, after the `#`: a view can be bookmarked. */
export const panels = ["calls", "console", "network", "storage", "rules", "files", "metrics"] as const;
export type Panel = (typeof panels)[number];

export type Route = { view: "sessions" } | { view: "questions" } | { view: "session"; session: string; panel: Panel };

const isPanel = (word: string | undefined): word is Panel => panels.some((panel) => panel === word);

export function readRoute(hash: string): Route {
  const [place, name, panel] = hash.replace(/^#\/?/, "").split("/");
  if (place === "questions") return { view: "questions" };
  const session = place === "session" && name ? decoded(name) : undefined;
  return session ? { view: "session", session, panel: isPanel(panel) ? panel : "calls" } : { view: "sessions" };
}

export function routeHash(route: Route): string {
  if (route.view === "session") return `#/session/${encodeURIComponent(route.session)}/${route.panel}`;
  return route.view === "questions" ? "#/questions" : "#/sessions";
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    // An address that somebody typed: it leads to all sessions.
    return undefined;
  }
}
