import { useEffect, useState } from "preact/hooks";
import type { GivenAnswer } from "../../../protocol/events.ts";
import { ask } from "../link/ask.ts";
import { Empty } from "../parts/empty.tsx";
import { clock, count, duration, subjectWords, toolWords } from "../parts/words.ts";
import { grouped, type FeedCall, type FeedGroup } from "../state/feed.ts";
import { gistOf, indented } from "../state/gist.ts";
import type { PanelProps } from "./panels.tsx";

const clients: Record<string, string> = { mcp: "agent", cli: "shell", repl: "prompt", sdk: "program", dashboard: "you" };

/** Calls as they happen, the newest first; each opens to what its caller was told. */
export function CallsPanel({ feed }: PanelProps) {
  const groups = grouped(feed.value);
  if (groups.length === 0)
    return (
      <Empty title="No calls yet">
        <p>What agents, programs and people do with this session is listed here as it happens.</p>
      </Empty>
    );
  return (
    <ol class="feed" aria-label="Calls, newest first">
      {groups.map((group) => (
        <Group key={group.call.id} group={group} />
      ))}
    </ol>
  );
}

function Group({ group: { call, times, ms, children } }: { group: FeedGroup }) {
  const [open, setOpen] = useState(false);
  const state = call.ok === undefined ? "running" : call.ok ? "done" : "failed";
  const gist = call.answer && gistOf(call.answer.text);
  return (
    <li class={`call ${state}`}>
      <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <span class="dot" aria-hidden="true" />
          <span class="call-what">
            <strong>{toolWords(call.tool)}</strong>
            {call.subject && <span class="mono call-subject">{subjectWords(call.subject)}</span>}
            {times > 1 && <span class="times">× {times}</span>}
          </span>
          <span class="call-how">
            {state === "failed" && <span class="bad">{call.error ?? "failed"} </span>}
            {ms === undefined ? "running" : duration(ms)}
          </span>
          <span class="call-who">
            {clients[call.client] ?? call.client} <time>{clock(call.ts)}</time>
            {gist !== undefined && <span class="call-gist">{gist}</span>}
          </span>
        </summary>
        {open && <Told call={call} />}
      </details>
      {children.length > 0 && (
        <ol class="feed inner">
          {children.map((child) => (
            <Group key={child.call.id} group={child} />
          ))}
        </ol>
      )}
    </li>
  );
}

function Told({ call }: { call: FeedCall }) {
  const [answer, setAnswer] = useState<GivenAnswer | string | undefined>(call.answer);
  useEffect(() => {
    if (call.answer) setAnswer(call.answer);
    else if (call.ok !== undefined) void ask("call_answer", { id: call.id }).then((got) => setAnswer(got.ok ? got.data : got.message));
  }, [call.id, call.ok, call.answer]);
  const box = call.acting?.box;
  return (
    <div class="told">
      {box && (
        <p class="quiet-text">
          At {Math.round(box.x)}, {Math.round(box.y)}, {Math.round(box.width)} × {Math.round(box.height)} of the page
        </p>
      )}
      {answer === undefined ? (
        <p class="quiet-text">{call.ok === undefined ? "Still running." : "Asking for the answer…"}</p>
      ) : typeof answer === "string" ? (
        <p class="quiet-text">{answer}</p>
      ) : (
        <>
          <pre tabIndex={0} aria-label="The answer as its caller got it">
            {indented(answer.text)}
          </pre>
          {answer.cut && <p class="quiet-text">The answer was longer; this is what is kept of it.</p>}
          {answer.images !== undefined && answer.images > 0 && <p class="quiet-text">With {count(answer.images, "picture")}.</p>}
        </>
      )}
    </div>
  );
}
