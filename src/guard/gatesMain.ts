/** The thread of the gates: see gateThread.ts. */
import { parentPort } from "node:worker_threads";
import { noteFailure, onSwallowed } from "../diagnosis/mayFail.ts";
import { Gate } from "./gate.ts";
import type { Refusal } from "./gateRules.ts";
import type { FromGates, ToGates } from "./gateThread.ts";

const gates = new Map<number, Gate>();
const waiting = new Map<number, () => void>();
let lastReceipt = 0;

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
const tell = (message: FromGates): void => parentPort?.postMessage(message);

onSwallowed(({ why, message }) => tell({ told: "failure", why, message }));
process.on("uncaughtException", (error) => noteFailure(error, "one connection must not end all the others"));

parentPort?.on("message", (message: ToGates) => {
  if (message.do === "open") void open(message);
  else if (message.do === "heard") heard(message.receipt);
  else if (message.do === "admit") gates.get(message.id)?.admit(new URL(message.url));
  else {
    gates.get(message.id)?.close();
    gates.delete(message.id);
  }
});

/** Resolves when the daemon has heard of it: otherwise the browser might tell of the failure before its reason is known. */
function tellRefusal(id: number, refusal: Refusal): Promise<void> {
  return new Promise((resolve) => {
    waiting.set(++lastReceipt, resolve);
    tell({ told: "refused", id, refusal, receipt: lastReceipt });
  });
}

function heard(receipt: number): void {
  waiting.get(receipt)?.();
  waiting.delete(receipt);
}

async function open({ id, rules, port }: Extract<ToGates, { do: "open" }>): Promise<void> {
  try {
    const gate = await Gate.open(rules, { ...(port !== undefined && { port }), tell: (refusal) => tellRefusal(id, refusal) });
    gates.set(id, gate);
    tell({ told: "open", id, port: gate.port, address: gate.address });
  } catch (thrown) {
    tell({ told: "closed", id, message: String(thrown) });
  }
}
