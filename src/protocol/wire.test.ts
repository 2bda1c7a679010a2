import { duplexPair } from "node:stream";
import { expect, test } from "vitest";
import { Wire } from "./wire.ts";

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

function wires(): [Wire<Said, Said>, Wire<Said, Said>] {
  const [near, far] = duplexPair();
  return [new Wire<Said, Said>(near, { understand }), new Wire<Said, Said>(far, { understand })];
}

test("what is said is heard in its order, and not before the sender goes on", async () => {
  const [near, far] = wires();
  const heard = heardBy(far);
  near.send({ said: "one" });
  near.send({ said: "two" });
  expect(heard).toEqual([]);
  await turn();
  expect(heard).toEqual(["one", "two"]);
});

test("who says something after the end is told that it went nowhere", async () => {
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
  const heard = heardBy(new Wire<Said, Said>(far, { understand }));
  near.write('{"other":1}\nno JSON\n{"said":"yes"}\n');
  await turn();
  expect(heard).toEqual(["malformed", "malformed", "yes"]);
});
