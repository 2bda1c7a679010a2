import { signal, type Signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { ask } from "../link/ask.ts";
import { onEvent, onUp } from "../link/link.ts";
import { heard, isOwnReading, type FeedCall } from "../state/feed.ts";

const HISTORY = 200;

/** The session's calls, from those that are remembered on. */
export function useFeed(session: string): Signal<FeedCall[]> {
  const feed = useMemo(() => signal<FeedCall[]>([]), [session]);
  useEffect(() => {
    const load = async () => {
      const log = await ask("call_log", { session, limit: HISTORY });
      if (!log.ok) return;
      feed.value = log.data.calls.filter((call) => !isOwnReading(call)).reduce((calls, call) => heard(calls, { topic: "called", data: call }), feed.value);
    };
    void load();
    const stops = [
      onUp(() => {
        // Another daemon counts anew.
        feed.value = [];
        void load();
      }),
      onEvent((event) => {
        if (event.session !== session) return;
        const { topic } = event;
        if (topic === "began" || topic === "called") {
          if (!isOwnReading(event.data)) feed.value = heard(feed.value, event);
        } else if (topic === "acting" || topic === "answergiven") feed.value = heard(feed.value, event);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [session]);
  return feed;
}
