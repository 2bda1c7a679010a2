import { expectTypeOf, test } from "vitest";
import type { DroverError } from "../protocol/errors.ts";
import type { Drover, DroverEvent, DroverSession, EventStream, Picture, SessionOptions, ToolError } from "./index.ts";

test("a session has a typed method for each tool that works on one", () => {
  expectTypeOf<DroverSession["navigate"]>().parameter(0).toExtend<{ url: string; page?: string; timeoutMs?: number }>();
  expectTypeOf<Awaited<ReturnType<DroverSession["screenshot"]>>>().toExtend<{ format: string; images?: readonly Picture[] }>();
  expectTypeOf<DroverSession["screenshot"]>().toBeCallableWith();
  expectTypeOf<DroverSession["screenshot"]>().toBeCallableWith({ page: "p", timeoutMs: 10 }, { signal: new AbortController().signal });
  expectTypeOf<DroverSession>().not.toHaveProperty("listSessions");
});

test("the connection has the tools that need no session", () => {
  expectTypeOf<Drover["listSessions"]>().toBeCallableWith();
  expectTypeOf<Drover["getConfig"]>().parameter(0).toExtend<{ scope?: string } | undefined>();
  expectTypeOf<Drover>().not.toHaveProperty("navigate");
  expectTypeOf<SessionOptions>().toHaveProperty("mode").toEqualTypeOf<"persistent" | "incognito" | "attached" | undefined>();
  expectTypeOf<SessionOptions>().not.toHaveProperty("session");
});

test("tools called by name are typed too", () => {
  expectTypeOf<Drover["call"]>().toBeCallableWith("navigate", { url: "about:blank", session: "s" });
  const open = (drover: Drover) => drover.call("open_session", { session: "s" });
  expectTypeOf(open).returns.resolves.toHaveProperty("mode").toEqualTypeOf<"persistent" | "incognito" | "attached">();
});

test("events are told apart by their topic", () => {
  const listen = (session: DroverSession) => session.events(["console", "navigated"]);
  expectTypeOf(listen).returns.toEqualTypeOf<EventStream<"console" | "navigated">>();
  expectTypeOf<Extract<DroverEvent<"console" | "navigated">, { topic: "console" }>["data"]["text"]>().toEqualTypeOf<string>();
});

test("a failure carries its code and the whole result", () => {
  expectTypeOf<ToolError>().toExtend<DroverError>();
  expectTypeOf<ToolError["result"]["ok"]>().toEqualTypeOf<false>();
});
