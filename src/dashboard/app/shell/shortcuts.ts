/** What the help sheet lists, and `keys.ts` does. */
export const shortcuts: { keys: string[]; does: string }[] = [
  { keys: ["?"], does: "This sheet" },
  { keys: ["G", "S"], does: "All sessions" },
  { keys: ["G", "Q"], does: "Questions" },
  { keys: ["N"], does: "The next session that needs you" },
  { keys: ["/"], does: "Filter or search" },
  { keys: ["O"], does: "Open a session" },
  { keys: ["T"], does: "Take over the session, or hand it back" },
  { keys: ["1", "–", "7"], does: "The session's panels, in their order" },
  { keys: ["Shift", "S"], does: "Stop everything" },
  { keys: ["Shift", "Esc"], does: "Leave the page's keyboard while you have the wheel" },
];
