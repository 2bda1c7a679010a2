/** What `npm test` runs: everything that must be right, in the order that finds mistakes soonest. Stops at the first failure. */
import { spawnSync } from "node:child_process";

interface Step {
  name: string;
  command: string[];
}

const npm = (script: string): string[] => ["npm", "run", "-s", script];
const drover = (...words: string[]): string[] => [process.execPath, "dist/drover.cjs", ...words];

const steps: Step[] = [
  { name: "generated files are fresh", command: npm("gen:check") },
  { name: "lint", command: npm("lint") },
  { name: "types", command: npm("types") },
  { name: "build", command: npm("build") },
  { name: "a Chromium browser", command: drover("install", "chromium") },
  { name: "Firefox", command: drover("install", "firefox") },
  // What follows `npm test --` chooses tests.
  { name: "unit and end-to-end tests", command: ["npx", "vitest", "run", ...process.argv.slice(2)] },
];

for (const [index, { name, command }] of steps.entries()) {
  console.log(`\n▸ ${index + 1}/${steps.length} ${name}`);
  const started = Date.now();
  const [program = "", ...args] = command;
  const { status, error } = spawnSync(program, args, { stdio: "inherit", shell: process.platform === "win32" });
  if (status !== 0) {
    console.error(`✗ ${name}: ${error?.message ?? `exit code ${status}`}`);
    process.exit(status || 1);
  }
  console.log(`✓ ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
}
