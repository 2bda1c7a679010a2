import { EventEmitter } from "node:events";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Presence } from "../../people/presence.ts";
import type { WheelState } from "../../protocol/events.ts";
import type { SessionEvents } from "../events.ts";
import type { Session } from "../session.ts";
import { Wheel } from "./wheel.ts";

/** A session as far as its wheel looks at it. */
function wheelOf() {
  const presence = new Presence();
  const events = new EventEmitter<SessionEvents>();
  const told: WheelState[] = [];
  events.on("wheel", (state) => told.push(state));
  const wheel = new Wheel({ presence, events, changed: () => undefined } as unknown as Session);
  wheel.begin();
  return { wheel, presence, told };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a window that stays away gives the wheel back, and agents are told", async () => {
  const { wheel, presence, told } = wheelOf();
  const open = new AbortController();
  presence.arrive("tab", open.signal);
  wheel.take("dashboard", "tab");
  const free = wheel.untilFree();
  open.abort();
  await vi.advanceTimersByTimeAsync(60_000);
  await free;
  expect(told).toContainEqual(expect.objectContaining({ taken: false, abandoned: true }));
  expect(wheel.takeNotice()).toContain("gone without giving it back");
  expect(wheel.takeNotice()).toBeUndefined();
});

test("a window that comes back in time, a reload or another daemon in between, still has it", async () => {
  const { wheel, presence } = wheelOf();
  const first = new AbortController();
  presence.arrive("tab", first.signal);
  wheel.take("dashboard", "tab");
  first.abort();
  await vi.advanceTimersByTimeAsync(5000);
  presence.arrive("tab", new AbortController().signal);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(wheel.isHeldBy("tab")).toBe(true);
  const next = wheelOf();
  next.wheel.restore(wheel.save()!);
  await vi.advanceTimersByTimeAsync(5000);
  next.presence.arrive("tab", new AbortController().signal);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(next.wheel.isHeldBy("tab")).toBe(true);
});

test("a terminal keeps it until it is given back, with what was said", async () => {
  const { wheel } = wheelOf();
  wheel.take("terminal", undefined);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect([wheel.stops("mcp"), wheel.stops("sdk"), wheel.stops("cli")]).toEqual([true, true, false]);
  expect(wheel.give({ note: "Go on." })).toBe(true);
  expect(wheel.give()).toBe(false);
  expect(wheel.takeNotice()).toMatch(/3600 s and gave it back.*They say: Go on\./);
});
