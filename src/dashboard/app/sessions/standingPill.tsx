import { tab } from "../state/dashboard.ts";
import { standingOf, type SessionRow, type Standing } from "../state/sessionRow.ts";

const words: Record<Standing, string> = { asks: "Needs you", lost: "Browser gone", yours: "You drive", held: "A person drives", working: "Working", idle: "Idle" };

export function StandingPill({ row }: { row: SessionRow }) {
  const standing = standingOf(row, tab.value);
  return <span class={`pill ${standing}`}>{words[standing]}</span>;
}
