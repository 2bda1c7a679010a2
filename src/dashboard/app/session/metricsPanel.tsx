import { useEffect } from "preact/hooks";
import type { ToolOutputs } from "../../../generated/sdkTools.ts";
import { onEvent } from "../link/link.ts";
import { Bars, Spark } from "../parts/charts.tsx";
import { Empty } from "../parts/empty.tsx";
import { useAsked } from "../parts/useAsked.ts";
import { count, duration, toolWords } from "../parts/words.ts";
import type { PanelProps } from "./panels.tsx";

const SPARK_CALLS = 60;

export function MetricsPanel({ session, feed }: PanelProps) {
  const metrics = useAsked("session_metrics", { session });
  const vitals = useAsked("web_vitals", { session });
  useEffect(
    () =>
      onEvent((event) => {
        if (event.session !== session) return;
        if (event.topic === "called" && event.data.client !== "dashboard") metrics.again();
        if (event.topic === "navigated") vitals.again();
      }),
    [session],
  );
  if (!metrics.answer) return <Empty title="Adding up…" busy />;
  if (!metrics.answer.ok) return <Empty title="There are no metrics">{metrics.answer.message}</Empty>;
  const { callsByTool, durationMsByTool, errorsByTool, tokensEstimateSum, capabilityDenials, sessionDurationMs } = metrics.answer.data;
  const sum = (numbers: Record<string, number>) => Object.values(numbers).reduce((total, each) => total + each, 0);
  const calls = sum(callsByTool);
  const errors = sum(errorsByTool);
  const spent = feed.value.flatMap(({ ms }) => (ms === undefined ? [] : [ms])).slice(-SPARK_CALLS);
  return (
    <div class="metrics">
      <dl class="figures">
        <Figure name="Calls" value={String(calls)} />
        <Figure name="Failed" value={String(errors)} bad={errors > 0} />
        <Figure name="Denied" value={String(capabilityDenials)} />
        <Figure name="Tokens" value={tokensEstimateSum.toLocaleString()} />
        <Figure name="In calls" value={duration(sum(durationMsByTool))} />
        <Figure name="Open for" value={duration(sessionDurationMs)} />
      </dl>
      <section>
        <h2>How long the last calls took</h2>
        <Spark values={spent} label={`Durations of the last ${count(spent.length, "call")}`} format={duration} />
      </section>
      <section>
        <h2>Time by tool</h2>
        <Bars rows={barsOf(durationMsByTool, callsByTool)} />
      </section>
      {vitals.answer?.ok && <Vitals vitals={vitals.answer.data} />}
    </div>
  );
}

const Figure = ({ name, value, bad }: { name: string; value: string; bad?: boolean }) => (
  <div>
    <dt>{name}</dt>
    <dd class={bad ? "bad" : undefined}>{value}</dd>
  </div>
);

const barsOf = (spent: Record<string, number>, calls: Record<string, number>) =>
  Object.entries(spent)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 12)
    .map(([tool, ms]) => ({ name: toolWords(tool), value: ms, words: `${duration(ms)} · ${count(calls[tool] ?? 0, "call")}` }));

function Vitals({ vitals }: { vitals: ToolOutputs["web_vitals"] }) {
  const rows = [
    ["Largest paint", vitals.lcp && duration(vitals.lcp.ms), vitals.lcp?.rating],
    ["First paint", vitals.fcp && duration(vitals.fcp.ms), vitals.fcp?.rating],
    ["First byte", vitals.ttfb && duration(vitals.ttfb.ms), vitals.ttfb?.rating],
    ["Next paint", vitals.inp && duration(vitals.inp.ms), vitals.inp?.rating],
    ["Layout shift", vitals.cls && vitals.cls.score.toFixed(3), vitals.cls?.rating],
  ] as const;
  return (
    <section>
      <h2>The page</h2>
      <dl class="figures">
        {rows.map(([name, value, rating]) =>
          value ? (
            <div key={name}>
              <dt>{name}</dt>
              <dd class={rating === "poor" ? "bad" : rating === "good" ? "good" : undefined}>
                {value} {rating && <span class="quiet-text">{rating}</span>}
              </dd>
            </div>
          ) : null,
        )}
      </dl>
    </section>
  );
}
