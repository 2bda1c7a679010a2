import { expect } from "vitest";
import { test, type Data } from "./support/session.ts";
import { until } from "./support/until.ts";

const texts = (lines: Data[]) => lines.map((line) => line.text);

test("console_read shows lines as a person would read them", async ({ session, server }) => {
  const page = server.html(
    "/console",
    `<div id="box" class="big"></div><script>
    console.log("plain", 1, true, null, undefined, { a: 1, b: { c: "x" } }, [1, "two"], new Map([["k", 1]]));
    console.warn("%s has %d items costing %f %o", "cart", 3.7, 1.5, { n: 1 }, "rest");
    console.error(new Error("kaputt"));
    console.info("%cstyled", "color: red");
    console.debug(document.getElementById("box"));
    console.assert(1 === 2, "sums");
    console.table([{ a: 1 }]);
    console.group("group"); console.log("inside"); console.groupEnd();
    setTimeout(() => { throw new TypeError("nobody caught me") });
    </script>`,
  );
  await session.call("navigate", { url: page });
  const lines = await until(() => session.call("console_read"), (list) => texts(list).some((text: string) => text.includes("nobody caught")));
  const byText = (part: string) => lines.find((line: Data) => line.text.includes(part));
  expect(lines[0]).toMatchObject({ type: "log", text: 'plain 1 true null undefined {a: 1, b: {…}} [1, "two"] Map(1) {"k" => 1}' });
  expect(byText("cart")).toMatchObject({ type: "warning", text: expect.stringMatching(/^cart has 3 items costing 1\.50* +{n: 1} rest$/) });
  expect(byText("kaputt")).toMatchObject({ type: "error" });
  // BiDi does not say where an error that is printed was made.
  expect(byText("kaputt").text).toMatch(session.engine === "chromium" ? /^Error: kaputt\n {4}at / : /^Error: kaputt$/);
  expect(byText("styled")).toMatchObject({ type: "info", text: "styled" });
  expect(byText("div#box.big")).toMatchObject({ type: "debug" });
  expect(byText("sums")).toMatchObject({ type: "error", text: "Assertion failed: sums" });
  expect(byText("inside").location).toMatchObject({ url: page });
  expect(byText("nobody caught")).toMatchObject({ type: "error" });
  expect(byText("nobody caught").text).toMatch(/^Uncaught TypeError: nobody caught me/);
});

test("a line that repeats is counted, and levels and limits are heeded", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/repeat", `<script>for (let i = 0; i < 1000; i++) console.log("again"); console.warn("w"); console.error("e")</script>`) });
  const lines = await until(() => session.call("console_read"), (list) => list.length === 3);
  expect(lines).toMatchObject([{ text: "again", count: 1000 }, { text: "w" }, { text: "e" }]);
  expect(texts(await session.call("console_read", { level: "warn" }))).toEqual(["w"]);
  expect(texts(await session.call("console_read", { limit: 1 }))).toEqual(["e"]);
  expect(await session.call("console_read", { limit: 501 })).toMatchObject({ ok: false, error: "bad-input" });
});

/** `src/app.ts` line 3 column 9 ↔ line 1 column 1 of the bundle and so on: one segment a line. */
const map = JSON.stringify({
  version: 3,
  file: "app.js",
  sources: ["src/app.ts"],
  sourcesContent: ["// first\n\n        console.log('hi');\n        boom();\n"],
  names: [],
  mappings: "AAEQ;AACA",
});

test.for([
  ["a file beside the script", (origin: string) => `//# sourceMappingURL=${origin}/maps/app.js.map`],
  ["the script itself", () => `//# sourceMappingURL=data:application/json;base64,${Buffer.from(map).toString("base64")}`],
] as const)("positions are those of the source, with the map in %s", async ([place, comment], { session, server }) => {
  const name = place.includes("file") ? "file" : "inline";
  server.route(`/${name}/app.js`, (_, response) => {
    response.setHeader("content-type", "text/javascript");
    response.end(`console.log("mapped");\nsetTimeout(() => { throw new Error("mapped too") });\n${comment(server.origin)}`);
  });
  let cookie: string | undefined;
  server.route("/maps/app.js.map", (request, response) => {
    cookie = request.headers.cookie;
    response.end(map);
  });
  await session.call("navigate", { url: server.html(`/${name}`, `<script>document.cookie = "who=ann"</script><script src="/${name}/app.js"></script>`) });
  await until(() => session.call("console_read"), (list) => list.length === 2);
  const [line, thrown] = await session.call("console_read");
  if (session.engine === "firefox") {
    expect(line.location).toMatchObject({ url: `${server.origin}/${name}/app.js`, line: 1 });
    return;
  }
  expect(line.location).toMatchObject({ line: 3, column: 9 });
  expect(line.location.url).toMatch(/src\/app\.ts$/);
  expect(thrown.text).toMatch(/at .*src\/app\.ts:4:9/);
  if (name === "file") expect(cookie).toBe("who=ann");
  // The map was fetched by Drover and not by the page.
  const { requests } = await session.call("network_read", { everything: true, url: ".map" });
  expect(requests).toEqual([]);
});

test("URLs in lines are redacted", async ({ session, server }) => {
  const page = server.html("/leak", `<script>console.log("went to https://ann:pw@a.example/reset/3f2504e0-4f89-41d3-9a0c-0305e82c3301?token=abc#x now")</script>`);
  await session.call("navigate", { url: page });
  const [line] = await until(() => session.call("console_read"), (list) => list.length > 0);
  expect(line.text).toBe("went to https://a.example/reset/…?…#… now");
});

test("a worker's lines come with its page's", async ({ session, server }) => {
  server.route("/logger.js", (_, response) => {
    response.setHeader("content-type", "text/javascript");
    response.end(`console.log("from the worker"); setTimeout(() => { throw new Error("worker broke") })`);
  });
  await session.call("navigate", { url: server.html("/logging", `<script>new Worker("/logger.js")</script>`) });
  const lines = await until(() => session.call("console_read"), (list) => texts(list).some((text: string) => text.includes("worker broke")));
  expect(texts(lines)).toContain("from the worker");
});
