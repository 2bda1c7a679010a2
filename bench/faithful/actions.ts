import { type ActionCase, type Stage, missesOf } from "../../test/e2e/cases/actionCase.ts";
import { clickCases } from "../../test/e2e/cases/clickCases.ts";
import { controlCases } from "../../test/e2e/cases/controlCases.ts";
import { dragCases } from "../../test/e2e/cases/dragCases.ts";
import { keyCases } from "../../test/e2e/cases/keyCases.ts";
import { type FixtureServer, startFixtureServer } from "../../test/e2e/support/fixtureServer.ts";
import type { Bench } from "../parts/part.ts";
import { DroverSession } from "./droverSession.ts";
import { PlaywrightStage } from "./playwrightStage.ts";
import { type Answers, type Count, type Question, drover, engines } from "./question.ts";

const what = "actions";
const cases = [clickCases, controlCases, dragCases, keyCases].flatMap((tables) => Object.values(tables).flat());

const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

const stageOf = (session: DroverSession, server: FixtureServer): Stage => ({
  engine: session.engine,
  serve: (path, html) => server.html(path, html),
  show: (url) => session.show(url),
  resize: (viewport) => session.call("set_viewport", { ...viewport, mode: "none" }),
  call: async (tool, input) => {
    const { ok, error, message } = await session.call(tool, input);
    return ok === false ? { error: text(error), message: text(message) } : {};
  },
  find: async (query) => {
    const { candidates } = await session.call("find", { query });
    return (Array.isArray(candidates) && text(candidates[0]?.ref)) || "e0";
  },
  evaluate: (expression) => session.evaluate(expression),
});

function count(who: string, played: readonly ActionCase[], misses: readonly string[]): Count {
  return { who, what, right: played.length - misses.length, of: played.length };
}

async function ask({ workplace, progress }: Bench): Promise<Answers> {
  const server = await startFixtureServer();
  const answers: Answers = { counts: [], differing: [] };
  const note = (who: string, played: readonly ActionCase[], misses: readonly string[]): void => {
    answers.counts.push(count(who, played, misses));
    answers.differing.push(...misses.map((miss) => `${who} ${miss}`));
  };
  try {
    for (const engine of engines) {
      progress(`${cases.length} actions, ${engine}`);
      const session = await DroverSession.start(workplace, engine);
      try {
        note(drover(engine), cases, await missesOf(cases, stageOf(session, server)));
      } finally {
        await session.stop();
      }
    }
    progress(`${cases.length} actions, playwright-core`);
    const stage = await PlaywrightStage.start(workplace, server);
    // Codes of refusals are Drover's own.
    const plain = cases.map((each) => (each.refused === undefined ? each : { ...each, refused: PlaywrightStage.refusal }));
    try {
      note("playwright-core", plain, await missesOf(plain, stage));
    } finally {
      await stage.stop();
    }
  } finally {
    await server.close();
  }
  return answers;
}

export const actions: Question = { title: what, ask };
