import { useState } from "preact/hooks";
import type { ConsoleEvent } from "../../../protocol/events.ts";
import { ask } from "../link/ask.ts";
import { Choice } from "../parts/choice.tsx";
import { Empty } from "../parts/empty.tsx";
import { PanelHead } from "../parts/panelHead.tsx";
import { clock, shortAddress } from "../parts/words.ts";
import type { PanelProps } from "./panels.tsx";
import { useLog } from "./useLog.ts";

interface Line extends Pick<ConsoleEvent, "type" | "text" | "ts" | "location"> {
  times?: number;
}

const MAX_LINES = 500;
const levels = ["all", "errors", "warnings", "other"] as const;
type Level = (typeof levels)[number];

const keyOf = ({ ts, type, text }: Line): string => `${ts} ${type} ${text}`;

const levelOf = (type: string): Exclude<Level, "all"> => (type === "error" || type === "assert" ? "errors" : type === "warning" || type === "warn" ? "warnings" : "other");

export function ConsolePanel({ session }: PanelProps) {
  const lines = useLog<Line>(session, {
    read: async () => {
      const read = await ask("console_read", { session, limit: MAX_LINES, all: true });
      return read.ok ? read.data.map(({ ts, type, text, location, count: times }) => ({ ts, type, text, location, ...(times && { times }) })) : undefined;
    },
    hear: (event) => (event.topic === "console" || event.topic === "pageerror" ? event.data : undefined),
    keyOf,
  });
  const [search, setSearch] = useState("");
  const [level, setLevel] = useState<Level>("all");
  const words = search.toLowerCase();
  const shown = (lines ?? []).filter(({ type, text }) => (level === "all" || levelOf(type) === level) && text.toLowerCase().includes(words)).toReversed();
  return (
    <>
      <PanelHead search={search} setSearch={setSearch} what="the console">
        <Choice label="Level" values={levels} value={level} choose={setLevel} />
      </PanelHead>
      {!lines ? (
        <Empty title="Reading the console…" busy />
      ) : shown.length === 0 ? (
        <Empty title={lines.length === 0 ? "The console is empty" : "No line fits"} />
      ) : (
        <ol class="lines" aria-label="Console, newest first">
          {shown.map(({ type, text, ts, location, times }) => (
            <li key={keyOf({ ts, type, text })} class={`line ${levelOf(type)}`}>
              <span class="line-level">{type}</span>
              <span class="line-text mono">{text}</span>
              {times !== undefined && times > 1 && <span class="times">× {times}</span>}
              <span class="line-where">
                {location && (
                  <span class="mono">
                    {shortAddress(location.url)}:{location.line}
                  </span>
                )}
                <time>{clock(ts)}</time>
              </span>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}
