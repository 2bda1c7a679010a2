import { expect } from "vitest";
import { test } from "./support/session.ts";
import { ownHome } from "./support/home.ts";

test("cross-origin frames, also nested ones, are found again by the next daemon", async ({ server }) => {
  await using drover = ownHome();
  server.html("/leaf", "<title>Leaf</title><p>Leaf</p>");
  server.html("/middle", `<title>Middle</title><iframe src="${server.origin}/leaf"></iframe>`);
  const url = server.html("/top", `<title>Top</title><iframe src="${server.otherOrigin}/middle"></iframe>`);
  const titles = async () => {
    const found: string[] = [];
    for (const frame of ["f0", "f1", "f2"]) found.push((await drover.call("eval_js", { frame, expr: "document.title" })).value);
    return found;
  };
  await drover.call("navigate", { url });
  expect(await titles()).toEqual(["Top", "Middle", "Leaf"]);
  const { pid } = await drover.client().status();
  process.kill(pid, "SIGKILL");
  await expect.poll(async () => (await drover.call("eval_js", { expr: "document.title" }).catch(() => undefined))?.value).toBe("Top");
  await expect.poll(titles).toEqual(["Top", "Middle", "Leaf"]);
});
