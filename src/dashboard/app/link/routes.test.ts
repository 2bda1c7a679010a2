import { expect, test } from "vitest";
import { readRoute, routeHash } from "./routes.ts";

test.each([
  ["", { view: "sessions" }],
  ["#/sessions", { view: "sessions" }],
  ["#/questions", { view: "questions" }],
  ["#/session/shop", { view: "session", session: "shop", panel: "calls" }],
  ["#/session/shop/network", { view: "session", session: "shop", panel: "network" }],
  ["#/session/shop/nonsense", { view: "session", session: "shop", panel: "calls" }],
  ["#/session/a%2Fb%20c/files", { view: "session", session: "a/b c", panel: "files" }],
  ["#/session/%E0%A4%A", { view: "sessions" }],
  ["#token=abc", { view: "sessions" }],
] as const)("%s", (hash, route) => expect(readRoute(hash)).toEqual(route));

test.each([[{ view: "sessions" }], [{ view: "questions" }], [{ view: "session", session: "a/b #1", panel: "console" }]] as const)("%o and back", (route) =>
  expect(readRoute(routeHash(route))).toEqual(route));
