import { useEffect, useState } from "preact/hooks";
import { ask, type Answer, type ToolName } from "../link/ask.ts";
import { linkState, onUp } from "../link/link.ts";
import type { ToolInputs, ToolOutputs } from "../../../generated/sdkTools.ts";

/** A tool's answer, asked again when the input changes, when `again` is called, and after the connection was lost. The last good one is kept meanwhile. */
export function useAsked<Tool extends ToolName>(tool: Tool, input: ToolInputs[Tool] & { session?: string; page?: string }): { answer: Answer<ToolOutputs[Tool]> | undefined; again: () => void } {
  const [answer, setAnswer] = useState<Answer<ToolOutputs[Tool]>>();
  const [round, setRound] = useState(0);
  const again = () => setRound((last) => last + 1);
  useEffect(() => onUp(again), []);
  const key = JSON.stringify(input);
  useEffect(() => {
    let current = true;
    void ask(tool, input).then((got) => {
      // Without a daemon the last that was known is still the best there is.
      if (current) setAnswer((last) => (got.ok || linkState.value === "up" || !last ? got : last));
    });
    return () => {
      current = false;
    };
  }, [tool, key, round]);
  return { answer, again };
}
