import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../parts/icon.tsx";
import { count } from "../parts/words.ts";
import { perform } from "../state/notices.ts";
import type { SessionRow } from "../state/sessionRow.ts";
import { handBack, handingBack, hasWheel, takeOver } from "./wheel.ts";

/** Who steers, and the one button that changes it. */
export function WheelBar({ row }: { row: SessionRow }) {
  const mine = hasWheel(row.id);
  const waiting = row.wheel?.waiting ?? 0;
  if (handingBack.value === row.id && mine) return <HandBack session={row.id} />;
  return (
    <div class={mine ? "wheel mine" : "wheel"}>
      <p role="status" title={row.openedBy && `Opened by ${row.openedBy}`}>
        {mine ? (
          <>
            <strong>You have the wheel.</strong> Mouse, touch and keys go to the page; <kbd>Shift</kbd> <kbd>Esc</kbd> leaves it.
            {waiting > 0 && ` ${count(waiting, "call waits", "calls wait")}.`}
          </>
        ) : row.wheel?.taken ? (
          `A person has the wheel${row.wheel.where === "terminal" ? ", in a terminal" : ", in another window"}.`
        ) : (
          drives(row)
        )}
      </p>
      <div class="wheel-acts">
        {row.running > 0 && !mine && (
          <button type="button" onClick={() => perform("stop_calls", { session: row.id, take: true })}>
            <Icon name="stop" />
            Stop and take over
          </button>
        )}
        {mine ? (
          <button type="button" class="primary" onClick={() => (handingBack.value = row.id)}>
            Hand back
          </button>
        ) : (
          <button type="button" class="primary" onClick={() => takeOver(row.id)}>
            <Icon name="hand" />
            Take over
          </button>
        )}
      </div>
    </div>
  );
}

function drives({ drives: who, running }: SessionRow): string {
  const name = who === "agent" ? "An agent" : who === "person" ? "A person" : who === "program" ? "A program" : "Nobody";
  return `${name} ${running > 0 ? "is at work" : "drives"}. You are watching.`;
}

function HandBack({ session }: { session: string }) {
  const note = useRef<HTMLInputElement>(null);
  useEffect(() => note.current?.focus(), []);
  const give = (event: Event) => {
    event.preventDefault();
    void handBack(session, note.current?.value ?? "");
  };
  return (
    <form class="wheel mine" onSubmit={give}>
      <label class="wheel-note">
        <span>A note for the agent, if you like</span>
        <input ref={note} maxLength={1000} autoComplete="off" placeholder="I logged in; go on with the order." onKeyDown={({ key }) => key === "Escape" && (handingBack.value = undefined)} />
      </label>
      <div class="wheel-acts">
        <button type="button" onClick={() => (handingBack.value = undefined)}>
          Keep the wheel
        </button>
        <button type="submit" class="primary">
          Hand back
        </button>
      </div>
    </form>
  );
}
