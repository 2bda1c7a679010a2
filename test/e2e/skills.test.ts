/** Every skill's commands, as an agent with a shell would run them, against a page that they fit. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect } from "vitest";
import { skillTexts } from "../../scripts/gen/skillTexts.ts";
import { drover } from "./support/drover.ts";
import { test } from "./support/session.ts";

const shop = `<title>Shop</title><h1>Shop</h1><form onsubmit="event.preventDefault(); list.innerHTML = '<li>a</li><li>b</li><li>boots</li>'; found.textContent = '3 results for ' + q.value">
  <input name=q id=q aria-label="Search field"><button>Search</button></form><button onclick="fetch('/missing').then(() => { throw new Error('broken') })">Break</button><p role=status id=found></p><ul id=list><li>boots</li></ul>`;

test.each(skillTexts.map(({ name, commands }) => [name, commands] as const))("%s does what it says", async (name, commands) => {
  const { startFixtureServer } = await import("./support/fixtureServer.ts");
  const server = await startFixtureServer();
  const folder = mkdtempSync(path.join(os.tmpdir(), "drover-skill-"));
  symlinkSync(path.resolve("dist/drover.cjs"), path.join(folder, "drover"));
  const url = server.html("/shop", shop);
  server.html("/shop/login", `<title>Log in</title><form action=/shop/in><input name=user aria-label=User><input name=pass type=password aria-label=Password><button>Log in</button></form>`);
  server.html("/shop/in", `<title>In</title><h1>Welcome</h1>`);
  const env = { ...process.env, PATH: `${folder}:${process.env["PATH"]}`, URL: url, PASSWORD_FROM_SOMEWHERE: "correct-horse", DROVER_SESSION: name, DROVER_WORKSPACE: folder };
  const { stdout } = await promisify(execFile)("bash", ["-euo", "pipefail", "-c", commands.replaceAll(/^(?:printf .* \| )?drover .*$/gm, (line) => `echo '> '${JSON.stringify(line.split(" ").slice(0, 2).join(" "))}; ${line}`)], { env, cwd: folder });
  expect(stdout).not.toContain("correct-horse");
  rmSync(folder, { recursive: true });
  await server.close();
});

test("skills are listed and told as they are installed, with this version", async () => {
  const listed = (await drover(["skills", "--json"])).json as { skills: { name: string }[] };
  expect(listed.skills.map(({ name }) => name)).toEqual(skillTexts.map(({ name }) => name).toSorted());
  expect((await drover(["skills", "get", "drover-login"])).stdout).toMatch(/^---\nname: drover-login\n[^]*version: \d+\.\d+\.\d+[^]*drover log-in/);
  expect(await drover(["skills", "get", "drover-debugging"])).toMatchObject({ code: 2, stderr: expect.stringContaining("drover-debug") });
});
