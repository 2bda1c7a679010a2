import { useEffect } from "preact/hooks";
import { onEvent } from "../link/link.ts";
import { Empty } from "../parts/empty.tsx";
import { isNothing, Tree } from "../parts/tree.tsx";
import { useAsked } from "../parts/useAsked.ts";
import type { PanelProps } from "./panels.tsx";

/** Emulation, policies, routes and whatever else the session was told to go on doing. */
export function RulesPanel({ session }: PanelProps) {
  const { answer, again } = useAsked("session_state", { session });
  useEffect(
    () =>
      onEvent((event) => {
        if (event.session === session && event.topic === "standingchanged") again();
      }),
    [session],
  );
  if (!answer) return <Empty title="Reading what is in force…" busy />;
  if (!answer.ok) return <Empty title="What is in force cannot be read">{answer.message}</Empty>;
  const { emulation, policies, rules, recording, secrets } = answer.data;
  const shown = Object.entries({ emulation, policies, rules, recording, secrets }).filter(([, value]) => !isNothing(value));
  if (shown.length === 0)
    return (
      <Empty title="Nothing is emulated, and no rules are in force">
        <p>Devices, locale, network speed, dialogs and permissions, routes and recordings would be listed here.</p>
      </Empty>
    );
  return (
    <div class="rules">
      {shown.map(([name, value]) => (
        <section key={name} class="rule">
          <h2>{name}</h2>
          <Tree value={value} />
        </section>
      ))}
    </div>
  );
}
