import { expect, test } from "vitest";
import { PoliteQueue } from "./politeQueue.ts";

test("no host is asked more often at once than is polite, nor all of them together", async () => {
  const queue = new PoliteQueue({ atOnce: 3, perHost: 2 });
  const running = new Map<string, number>();
  const most = { host: 0, all: 0 };
  const work = (host: string) =>
    queue.run(
      host,
      async () => {
        running.set(host, (running.get(host) ?? 0) + 1);
        most.host = Math.max(most.host, ...running.values());
        most.all = Math.max(most.all, [...running.values()].reduce((sum, each) => sum + each, 0));
        await new Promise((resolve) => setImmediate(resolve));
        running.set(host, (running.get(host) ?? 0) - 1);
        return host;
      },
      new AbortController().signal,
    );
  const done = await Promise.all(["a", "a", "a", "a", "b", "c", "a"].map(work));
  expect(done).toHaveLength(7);
  expect(most).toEqual({ host: 2, all: 3 });
});

test("one that fails makes room for the next", async () => {
  const queue = new PoliteQueue({ atOnce: 1, perHost: 1 });
  const { signal } = new AbortController();
  const failing = queue.run("a", () => Promise.reject(new Error("no")), signal);
  const next = queue.run("a", () => Promise.resolve("yes"), signal);
  await expect(failing).rejects.toThrow("no");
  expect(await next).toBe("yes");
});
