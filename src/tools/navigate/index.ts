import { singly } from "../shelf.ts";

export const navigateShelf = singly({
  navigate: async () => (await import("./navigate.ts")).navigate,
  go_back: async () => (await import("./history.ts")).goBack,
  go_forward: async () => (await import("./history.ts")).goForward,
  reload: async () => (await import("./reload.ts")).reload,
  scroll: async () => (await import("./scroll.ts")).scroll,
  set_viewport: async () => (await import("./setViewport.ts")).setViewport,
  tab_visibility: async () => (await import("./tabVisibility.ts")).tabVisibility,
  wait_for: async () => (await import("./waitFor.ts")).waitFor,
});
