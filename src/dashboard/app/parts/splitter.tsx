import { signal } from "@preact/signals";

const KEY = "panelWidth";
const MIN = 320;
const STEP = 24;

/** How wide the panels are, in pixels; 0 leaves it to the style sheet. */
export const panelWidth = signal(Number(localStorage.getItem(KEY)) || 0);

function set(width: number): void {
  panelWidth.value = Math.round(Math.min(Math.max(MIN, width), innerWidth - MIN));
  localStorage.setItem(KEY, String(panelWidth.value));
}

/** Between the page and the panels: dragged, or moved with the arrow keys. */
export function Splitter() {
  const present = () => panelWidth.value || Math.max(430, innerWidth * 0.32);
  const drag = (event: PointerEvent) => {
    if (!(event.currentTarget instanceof HTMLElement)) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  return (
    <div
      class="splitter"
      role="separator"
      tabIndex={0}
      aria-label="Width of the panels"
      aria-orientation="vertical"
      aria-valuemin={MIN}
      aria-valuemax={Math.max(MIN, innerWidth - MIN)}
      aria-valuenow={Math.round(present())}
      onPointerDown={drag}
      onPointerMove={({ clientX, buttons }) => buttons === 1 && set(innerWidth - clientX)}
      onKeyDown={(event) => {
        const step = event.key === "ArrowLeft" ? STEP : event.key === "ArrowRight" ? -STEP : 0;
        if (step === 0) return;
        event.preventDefault();
        set(present() + step);
      }}
    />
  );
}
