import type { Signal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { panels, type Panel } from "../link/routes.ts";
import type { FeedCall } from "../state/feed.ts";
import { go } from "../state/ui.ts";
import { CallsPanel } from "./callsPanel.tsx";
import { ConsolePanel } from "./consolePanel.tsx";
import { FilesPanel } from "./filesPanel.tsx";
import { MetricsPanel } from "./metricsPanel.tsx";
import { NetworkPanel } from "./networkPanel.tsx";
import { RulesPanel } from "./rulesPanel.tsx";
import { StoragePanel } from "./storagePanel.tsx";
import type { Page } from "./usePages.ts";

const names: Record<Panel, string> = { calls: "Calls", console: "Console", network: "Network", storage: "Storage", rules: "Rules", files: "Files", metrics: "Metrics" };

export interface PanelProps {
  session: string;
  feed: Signal<FeedCall[]>;
  pages: Page[];
}

export function Panels({ session, panel, feed, pages }: PanelProps & { panel: Panel }) {
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    const next = panels[(panels.indexOf(panel) + step + panels.length) % panels.length];
    if (step === 0 || !next) return;
    event.preventDefault();
    go({ view: "session", session, panel: next });
    list.current?.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
  };
  return (
    <section class="panel-side" aria-label="What happens in the session">
      <div ref={list} class="panel-tabs" role="tablist" aria-label="Panels" onKeyDown={move}>
        {panels.map((each) => (
          <button
            key={each}
            id={`tab-${each}`}
            type="button"
            role="tab"
            aria-selected={each === panel}
            aria-controls="panel"
            tabIndex={each === panel ? 0 : -1}
            onClick={() => go({ view: "session", session, panel: each })}
          >
            {names[each]}
          </button>
        ))}
      </div>
      <div class="panel" id="panel" role="tabpanel" aria-labelledby={`tab-${panel}`} tabIndex={0} key={panel}>
        <Shown panel={panel} session={session} feed={feed} pages={pages} />
      </div>
    </section>
  );
}

function Shown({ panel, ...props }: PanelProps & { panel: Panel }) {
  switch (panel) {
    case "calls":
      return <CallsPanel {...props} />;
    case "console":
      return <ConsolePanel {...props} />;
    case "network":
      return <NetworkPanel {...props} />;
    case "storage":
      return <StoragePanel {...props} />;
    case "rules":
      return <RulesPanel {...props} />;
    case "files":
      return <FilesPanel {...props} />;
    case "metrics":
      return <MetricsPanel {...props} />;
  }
}
