import { expect, test } from "vitest";
import type { NetworkEntry } from "../networkLog.ts";
import { harEntry } from "./harEntry.ts";

const entry: NetworkEntry = {
  requestId: "req-1",
  engineId: "1",
  pageId: "ABCDEF0123456789",
  url: "https://a.example/api?x=1&y=two#part",
  method: "POST",
  type: "fetch",
  requestHeaders: { "Content-Type": "application/json", Cookie: "a=1; b=x=y" },
  startedAt: Date.UTC(2026, 0, 2, 3, 4, 5),
  endedAt: Date.UTC(2026, 0, 2, 3, 4, 5) + 120,
  bytes: 50,
  bodyBytes: 8,
  response: {
    id: "1",
    url: "https://a.example/api?x=1&y=two",
    status: 200,
    statusText: "OK",
    headers: { "set-cookie": "s=1; Path=/; HttpOnly\nt=2; Secure", "content-type": "application/json" },
    mimeType: "application/json",
    ts: Date.UTC(2026, 0, 2, 3, 4, 5) + 100,
    protocol: "h2",
    remoteAddress: "127.0.0.1:443",
    timing: { dns: 1, connect: 5, ssl: 3, send: 1, wait: 80 },
  },
};

const recorded = { entry, body: { body: `{"id":1}`, base64Encoded: false }, postData: `{"q":1}` };

test("a full entry has cookies, query, sizes and timings", () => {
  const { json } = harEntry(recorded, { mode: "full", content: "embed" });
  expect(json).toMatchObject({
    pageref: "page_ABCDEF012345",
    startedDateTime: "2026-01-02T03:04:05.000Z",
    time: 120,
    request: {
      method: "POST",
      url: "https://a.example/api?x=1&y=two",
      httpVersion: "HTTP/2.0",
      cookies: [{ name: "a", value: "1" }, { name: "b", value: "x=y" }],
      queryString: [{ name: "x", value: "1" }, { name: "y", value: "two" }],
      bodySize: 7,
      postData: { mimeType: "application/json", text: `{"q":1}` },
    },
    response: {
      status: 200,
      cookies: [{ name: "s", value: "1", path: "/", httpOnly: true, secure: false }, { name: "t", value: "2", httpOnly: false, secure: true }],
      content: { size: 8, mimeType: "application/json", text: `{"id":1}` },
      bodySize: 50,
    },
    timings: { dns: 1, connect: 5, ssl: 3, send: 1, wait: 80, receive: 20, blocked: 13 },
    serverIPAddress: "127.0.0.1",
  });
  const { headers } = json["response"] as { headers: { name: string; value: string }[] };
  expect(headers.filter(({ name }) => name === "set-cookie")).toHaveLength(2);
});

test("a minimal entry has what a replay needs", () => {
  const { json } = harEntry(recorded, { mode: "minimal", content: "embed" });
  expect(json).toMatchObject({ time: -1, request: { cookies: [], queryString: [] }, response: { content: { text: `{"id":1}` } }, timings: { send: -1, wait: -1, receive: -1 } });
  expect(json).not.toHaveProperty("pageref");
});

test("bodies are attached, omitted, or said to be missing", () => {
  const contentOf = (content: "attach" | "omit" | "embed", given: Partial<typeof recorded> = recorded) => {
    const made = harEntry({ ...recorded, body: given.body }, { mode: "full", content });
    return { ...made, content: (made.json["response"] as { content: Record<string, unknown> }).content };
  };
  const attached = contentOf("attach");
  expect(attached.content["_file"]).toBe(attached.attachment?.name);
  expect(attached.attachment?.name).toMatch(/^[0-9a-f]{40}\.json$/);
  expect(contentOf("omit").content).toEqual({ size: 8, mimeType: "application/json" });
  expect(contentOf("embed", {}).content["comment"]).toContain("did not keep");
});

test("a redirect names where it leads, a failure why", () => {
  const redirect = { ...entry, response: { ...entry.response!, status: 302, headers: { Location: "/next" } } };
  expect(harEntry({ ...recorded, entry: redirect, body: undefined }, { mode: "full", content: "embed" }).json).toMatchObject({ response: { redirectURL: "https://a.example/next" } });
  const { response: _none, ...failed } = entry;
  expect(harEntry({ ...recorded, entry: { ...failed, error: "net::ERR_FAILED" }, body: undefined }, { mode: "full", content: "embed" }).json).toMatchObject({
    response: { status: 0, _failureText: "net::ERR_FAILED" },
  });
});
