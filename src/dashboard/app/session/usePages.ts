import { useEffect } from "preact/hooks";
import type { ToolOutputs } from "../../../generated/sdkTools.ts";
import { onEvent } from "../link/link.ts";
import { useAsked } from "../parts/useAsked.ts";

export type Page = ToolOutputs["list_targets"][number];

const SETTLE_MS = 150;
const changing = new Set<string>(["pageopened", "pageclosed", "activechanged", "navigated", "crashed"]);

/** The session's pages, as they come and go. */
export function usePages(session: string): { pages: Page[]; again: () => void } {
  const { answer, again } = useAsked("list_targets", { session });
  useEffect(() => {
    let planned: ReturnType<typeof setTimeout> | undefined;
    const acting = new Set<string>();
    const stop = onEvent((event) => {
      if (event.session !== session) return;
      if (event.topic === "began" && event.data.acts) acting.add(event.data.id);
      // Titles change without a word; what acts may have changed them.
      const hasActed = event.topic === "called" && acting.delete(event.data.id);
      if (!hasActed && !changing.has(event.topic)) return;
      clearTimeout(planned);
      planned = setTimeout(again, SETTLE_MS);
    });
    return () => {
      stop();
      clearTimeout(planned);
    };
  }, [session]);
  return { pages: answer?.ok ? answer.data : [], again };
}
