/** Strokes on a grid of 16. */
const shapes = {
  back: "M9.5 3 4.5 8l5 5M5 8h8",
  forward: "M6.5 3l5 5-5 5M11 8H3",
  reload: "M13 8a5 5 0 1 1-1.6-3.7M13 2.5v3h-3",
  plus: "M8 3v10M3 8h10",
  close: "M4 4l8 8M12 4l-8 8",
  search: "M7 3a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM10 10l3.5 3.5",
  stop: "M5.4 2h5.2L14 5.4v5.2L10.6 14H5.4L2 10.6V5.4z",
  hand: "M5 8V4.2a1 1 0 0 1 2 0V7V3a1 1 0 0 1 2 0v4V3.8a1 1 0 0 1 2 0V8V5.6a1 1 0 0 1 2 0V10a4 4 0 0 1-4 4H8.6a4 4 0 0 1-3-1.4L2.8 9.4a1 1 0 0 1 1.5-1.3L5 8.8",
  bell: "M4 11V7a4 4 0 0 1 8 0v4l1 1H3zM6.8 14h2.4",
  sun: "M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1 1M12 12l1 1M13 3l-1 1M4 12l-1 1",
  moon: "M13 9.5A5.5 5.5 0 0 1 6.5 3a5.5 5.5 0 1 0 6.5 6.5z",
  half: "M8 2.5a5.5 5.5 0 1 0 0 11zM8 2.5a5.5 5.5 0 0 1 0 11M8 5h4.4M8 8h5.4M8 11h4.4",
  help: "M5.5 6a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8M8 12.6v.1",
  agent: "M4 6h8v6H4zM8 6V3.5M6.5 8.7v.6M9.5 8.7v.6M2.5 8.5v2M13.5 8.5v2",
  person: "M8 8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM3.5 13.5c.4-2.4 2.2-3.6 4.5-3.6s4.1 1.2 4.5 3.6",
  program: "M6 4.5 2.5 8 6 11.5M10 4.5 13.5 8 10 11.5",
  pencil: "M3 13l.7-2.8L10.5 3.4l2.1 2.1-6.8 6.8z",
  window: "M2.5 3.5h11v9h-11zM2.5 6h11",
  download: "M8 2.5v7.5M5 7l3 3 3-3M3 13h10",
  trash: "M3.5 4.5h9M6.5 4.5V3h3v1.5M4.5 4.5l.6 8.5h5.8l.6-8.5",
  target: "M8 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM8 1.5v3M8 11.5v3M1.5 8h3M11.5 8h3",
} as const;

export type IconName = keyof typeof shapes;

/** Always beside or inside something that has a name. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
    <path d={shapes[name]} />
  </svg>
);
