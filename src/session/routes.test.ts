import { expect, test } from "vitest";
import type { PausedRequest } from "../engine/port.ts";
import { RouteTable } from "./routes.ts";

function request(url: string, given: Partial<PausedRequest> = {}): PausedRequest & { answers: string[] } {
  const answers: string[] = [];
  return {
    url,
    method: "GET",
    headers: {},
    type: "fetch",
    answers,
    fulfil: async ({ status, headers, body }) => void answers.push(`${status} ${headers["content-type"] ?? ""} ${body.toString()}`.trim()),
    resume: async () => void answers.push("resumed"),
    abort: async () => void answers.push("aborted"),
    ...given,
  };
}

const table = () =>
  new RouteTable({ parts: { throttle: { latencyMs: 0 }, interception: { update: async () => undefined, goOn: (held, changes) => held.resume(changes) }, guard: {} }, changed: () => undefined });

test("the newest route that matches answers, and the same pattern and method replace", async () => {
  const routes = table();
  await routes.add("**/a", undefined, [{ body: "old" }], { endless: true });
  await routes.add("**/a", "GET", [{ body: "new" }], { endless: true });
  await routes.add("**/a", "get", [{ body: "newest" }], { endless: true });
  const got = request("https://x.example/a");
  expect(await routes.decide(got)).toBe(true);
  expect(got.answers).toEqual(["200 text/plain; charset=utf-8 newest"]);
  expect(routes.list().map(({ method, served }) => [method, served])).toEqual([["GET", 1], [undefined, 0]]);
  expect(await routes.decide(request("https://x.example/b"))).toBe(false);
});

test("a queue is used up", async () => {
  const routes = table();
  await routes.add("**", undefined, [{ status: 201 }, { status: 202 }], { endless: false });
  const asked = [request("https://x.example/1"), request("https://x.example/2"), request("https://x.example/3")];
  const decided = [];
  for (const each of asked) decided.push(await routes.decide(each));
  expect(decided).toEqual([true, true, false]);
  expect(asked.map(({ answers }) => answers[0]?.slice(0, 3))).toEqual(["201", "202", undefined]);
});

test("removing: one pattern of a method, of every method, or everything", async () => {
  const routes = table();
  const fill = async () => {
    await routes.add("a", "GET", [{}], { endless: true });
    await routes.add("a", "POST", [{}], { endless: true });
    await routes.add("b", undefined, [{}], { endless: true });
  };
  await fill();
  expect(await routes.remove("a", "post")).toBe(1);
  expect(await routes.remove("a")).toBe(1);
  expect(await routes.remove()).toBe(1);
  await fill();
  expect(await routes.remove(undefined, "GET")).toBe(1);
  expect(routes.list()).toHaveLength(2);
});

test("a preflight of a mocked address is allowed", async () => {
  const routes = table();
  await routes.add("**/a", "PUT", [{}], { endless: true });
  const headers = { Origin: "https://page.example", "Access-Control-Request-Method": "PUT", "Access-Control-Request-Headers": "x-own" };
  let allowed: Record<string, string> = {};
  const preflight = request("https://x.example/a", { method: "OPTIONS", headers, fulfil: async (response) => void (allowed = response.headers) });
  expect(await routes.decide(preflight)).toBe(true);
  expect(allowed).toMatchObject({ "access-control-allow-origin": "https://page.example", "access-control-allow-methods": "PUT", "access-control-allow-headers": "x-own" });
});
