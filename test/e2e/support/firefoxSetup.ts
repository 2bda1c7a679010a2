import setup, { keepRunning } from "./globalSetup.ts";

/** The same home as the rest of the run, with Firefox running in it. */
export default async function firefoxSetup(): Promise<() => Promise<void>> {
  const teardown = await setup();
  await keepRunning("firefox");
  return teardown;
}
