import { expect } from "vitest";
import { test, type Data } from "./support/session.ts";

/** Two files that somebody wrote, put together into one line each; the map says which is which (mappings made by hand). */
const bundle = `function used(){return 1}\nfunction dead(){return "never called, and rather long so that it weighs something"}\nused();\n//# sourceMappingURL=bundle.js.map\n`;
const map = JSON.stringify({ version: 3, file: "bundle.js", sources: ["src/used.ts", "src/dead.ts"], names: [], mappings: "AAAA;ACAA;ADCA" });
const css = `h1 { color: red }\n.never { color: blue }\n@media (min-width: 1px) { .neither { top: 0 } #there { color: green } }`;

test("coverage tells used from dead code, through source maps", async ({ session, server }) => {
  server.route("/bundle.js", (_, response) => response.setHeader("content-type", "text/javascript").end(bundle));
  server.route("/bundle.js.map", (_, response) => response.setHeader("content-type", "application/json").end(map));
  server.route("/cover.css", (_, response) => response.setHeader("content-type", "text/css").end(css));
  const url = server.html("/cover", `<!doctype html><title>Cover</title><link rel=stylesheet href=/cover.css><h1>Head</h1><p id=there>x</p><script src=/bundle.js></script>`);
  await session.call("navigate", { url: server.html("/empty", "<title>Empty</title>") });
  expect(await session.call("coverage_stop")).toMatchObject({ ok: true, notRunning: true });
  expect(await session.call("coverage_start")).toMatchObject({ ok: true, running: true, restarted: false, startedAt: expect.any(Number) });
  expect(await session.call("coverage_start")).toMatchObject({ restarted: true });
  await session.call("navigate", { url });
  const told = await session.call("coverage_stop");
  const script = told.jsCoverage.find((each: Data) => each.url === `${server.origin}/bundle.js`);
  const deadFrom = bundle.indexOf("function dead");
  const deadTo = bundle.indexOf("\nused();");
  expect(script).toMatchObject({ totalBytes: bundle.length, usedBytes: bundle.length - (deadTo - deadFrom), deadRanges: [{ start: deadFrom, end: deadTo, line: 2 }] });
  const [dead, used] = script.sources;
  expect(dead).toMatchObject({ url: `${server.origin}/src/dead.ts` });
  expect(dead.usagePercent).toBeLessThan(10);
  expect(used).toMatchObject({ url: `${server.origin}/src/used.ts`, usagePercent: 100 });
  const sheet = told.cssCoverage.find((each: Data) => each.url === `${server.origin}/cover.css`);
  expect(sheet).toMatchObject({ totalBytes: css.length, totalRules: 4, usedRules: 2, deadRules: [{ selector: ".never", line: 2 }, { selector: ".neither", line: 3 }] });
  expect(await session.call("coverage_stop")).toMatchObject({ notRunning: true });
});
