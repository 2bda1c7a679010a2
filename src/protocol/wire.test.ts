import { duplexPair } from "node:stream";
import { expect, test } from "vitest";
import { localWires, SocketWire, type Wire } from "./wire.ts";

const turn = () => new Promise((resolve) => setImmediate(resolve));

interface Said {
  said: string;
}

function heardBy(wire: Wire<Said, Said>): string[] {
  const heard: string[] = [];
  wire.listen({ message: ({ said }) => heard.push(said), refused: (why) => heard.push(why), closed: () => heard.push("closed") });
  return heard;
}

const isSaid = (received: unknown): received is Said => typeof received === "object" && received !== null && "said" in received;
const understand = (received: unknown): Said | undefined => (isSaid(received) ? received : undefined);

function socketWires(): [Wire<Said, Said>, Wire<Said, Said>] {
  const [near, far] = duplexPair();
  return [new SocketWire<Said, Said>(near, { understand }), new SocketWire<Said, Said>(far, { understand })];
}

test.each([
  ["within a process", () => localWires<Said, Said>()],
  ["through a socket", socketWires],
])("what is said %s is heard in its order, and not before the sender goes on", async (_, wires) => {
  const [near, far] = wires();
  const heard = heardBy(far);
  near.send({ said: "one" });
  near.send({ said: "two" });
  expect(heard).toEqual([]);
  await turn();
  expect(heard).toEqual(["one", "two"]);
});

test("what was said before the end is heard, and both ends hear of the end", async () => {
  const [near, far] = localWires<Said, Said>();
  const [nearHeard, farHeard] = [heardBy(near), heardBy(far)];
  near.send({ said: "last" });
  near.end();
  await turn();
  expect(farHeard).toEqual(["last", "closed"]);
  expect(nearHeard).toEqual(["closed"]);
  expect([near.isOpen, far.isOpen]).toEqual([false, false]);
});

test.each([
  ["within a process", () => localWires<Said, Said>()],
  ["through a socket", socketWires],
])("who says something %s after the end is told that it went nowhere", async (_, wires) => {
  const [near] = wires();
  near.destroy();
  let failed = false;
  near.send({ said: "too late" }, () => {
    failed = true;
  });
  await turn();
  expect(failed).toBe(true);
});

test("what comes through a socket and is no message is refused, and the next one heard", async () => {
  const [near, far] = duplexPair();
  const heard = heardBy(new SocketWire<Said, Said>(far, { understand }));
  near.write('{"other":1}\nno JSON\n{"said":"yes"}\n');
  await turn();
  expect(heard).toEqual(["malformed", "malformed", "yes"]);
});
