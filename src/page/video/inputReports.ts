/** Tells where somebody clicks and which keys they press, for a video that shows it. Characters are not told: they may be a password's. */
import type { InputReport } from "./api.ts";

declare const __DROVER_REPORT__: (value: InputReport) => void;

const report = __DROVER_REPORT__;

const words: Record<string, string> = { ArrowUp: "↑", ArrowDown: "↓", ArrowLeft: "←", ArrowRight: "→", " ": "Space", Escape: "Esc" };
const silent = new Set(["Shift", "Control", "Alt", "Meta", "Dead", "Process", "Unidentified"]);

addEventListener("pointerdown", ({ clientX, clientY, isTrusted }) => isTrusted && report({ kind: "click", x: clientX, y: clientY }), { capture: true, passive: true });

addEventListener(
  "keydown",
  ({ key, ctrlKey, altKey, metaKey, shiftKey, isTrusted }) => {
    const isCharacter = [...key].length === 1 && key !== " ";
    if (!isTrusted || silent.has(key) || (isCharacter && !ctrlKey && !altKey && !metaKey)) return;
    const held = [ctrlKey && "Ctrl", altKey && "Alt", metaKey && "Meta", shiftKey && "Shift"].filter((each) => each !== false);
    report({ kind: "keys", text: [...held, words[key] ?? (isCharacter ? key.toUpperCase() : key)].join(" + ") });
  },
  { capture: true, passive: true },
);
