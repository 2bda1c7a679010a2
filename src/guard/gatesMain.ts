/** The thread of the gates: see gateThread.ts. */
import { parentPort } from "node:worker_threads";
import { noteFailure, onSwallowed } from "../diagnosis/mayFail.ts";
import { Gate } from "./gate.ts";
import type { FromGates, ToGates } from "./gateThread.ts";

const gates = new Map<number, Gate>();

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
const tell = (message: FromGates): void => parentPort?.postMessage(message);

onSwallowed(({ why, message }) => tell({ told: "failure", why, message }));
process.on("uncaughtException", (error) => noteFailure(error, "one connection must not end all the others"));

parentPort?.on("message", (message: ToGates) => {
  if (message.do === "open") void open(message);
  else if (message.do === "admit") gates.get(message.id)?.admit(new URL(message.url));
  else {
    gates.get(message.id)?.close();
    gates.delete(message.id);
  }
});

async function open({ id, rules, port }: Extract<ToGates, { do: "open" }>): Promise<void> {
  try {
    const gate = await Gate.open(rules, port === undefined ? {} : { port });
    gates.set(id, gate);
    gate.events.on("refused", (refusal) => tell({ told: "refused", id, refusal }));
    tell({ told: "open", id, port: gate.port, address: gate.address });
  } catch (thrown) {
    tell({ told: "closed", id, message: String(thrown) });
  }
}
