import { count } from "../parts/words.ts";
import { perform, say } from "../state/notices.ts";

/** Ends what agents and programs are doing, everywhere; pages stay as they are. */
export async function stopEverything(): Promise<void> {
  const answer = await perform("stop_calls", {});
  if (answer.ok) say("said", answer.data.stopped.length > 0 ? `${count(answer.data.stopped.length, "call")} stopped. The pages are as they were.` : "Nothing was running.");
}
