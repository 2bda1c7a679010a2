import { useEffect } from "preact/hooks";
import type { ToolOutputs } from "../../../generated/sdkTools.ts";
import { onEvent } from "../link/link.ts";
import { useAsked } from "../parts/useAsked.ts";

export type Page = ToolOutputs["list_targets"][number];

const changing = new Set<string>(["pageopened", "pageclosed", "activechanged", "navigated", "crashed", "called"]);

/** The session's pages, as they come and go. */
export function usePages(session: string): { pages: Page[]; again: () => void } {
  const { answer, again } = useAsked("list_targets", { session });
  useEffect(() => {
    let planned: ReturnType<typeof setTimeout> | undefined;
    const stop = onEvent((event) => {
      if (event.session !== session || !changing.has(event.topic)) return;
      if (event.topic === "called" && event.data.client === "dashboard") return;
      clearTimeout(planned);
      planned = setTimeout(again, 150);
    });
    return () => {
      stop();
      clearTimeout(planned);
    };
  }, [session]);
  return { pages: answer?.ok ? answer.data : [], again };
}
