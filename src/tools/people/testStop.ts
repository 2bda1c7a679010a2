import { z } from "zod";
import { DroverError } from "../../protocol/errors.ts";
import { goOnShape, type Stop, stopShape } from "../../session/testStop.ts";
import { defineTool } from "../defineTool.ts";

/** How long a step may take to come to its end, and what is kept of the call's time for the answer. */
const STEP_MS = 30_000;
const RESERVE_MS = 500;

const PLACE = /^(?<file>.+):(?<line>\d+)$/;

export const stopTest = defineTool({
  name: "stop_test",
  family: "people",
  capability: "human",
  effect: "read",
  needs: "session",
  tells: "own",
  forPeople: { refusal: "a test stops by itself", hint: "resume_test lets it go on." },
  batch: false,
  concurrent: true,
  deadline: "none",
  summary: "Called by a test that lends its page: waits until somebody lets it go on.",
  details: "`handOver` of `drover/test` and `drover attach` call it. It says so (progress) when the test can be let go on. The session's end lets it go on as well, and says `closed`.",
  input: stopShape,
  output: goOnShape.extend({ ok: z.literal(true), warnings: z.array(z.string()).optional() }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{ file: "/app/checkout.spec.ts", line: 12, title: "Click the button" }],
  run: async ({ session, signal, progress }, stop) => {
    if (session.parts.testStop.at) throw new DroverError("refused", `the test of session "${session.id}" has stopped already`, { hint: "One test at a time stops in a session." });
    const left = session.parts.testStop.standsAt(stop, signal);
    progress("The test stands.");
    return { ok: true as const, ...(await left) };
  },
});

export const resumeTest = defineTool({
  name: "resume_test",
  family: "people",
  capability: "action",
  effect: "write",
  needs: "session",
  tells: "own",
  batch: false,
  concurrent: true,
  summary: "Let a test go on that stopped at a line and lent its page; by one `step`, or `to` file:line.",
  details: `A test stops with \`handOver(page)\` of \`drover/test\`, or is a Playwright test run with \`--debug=cli\` that \`drover attach tw-…\` took. \`step\` runs its next action and \`to\` runs up to
a line (Playwright tests); \`stopped\` says where it stands then, null when it runs on or has ended.`,
  input: z.object({ step: z.boolean().optional(), to: z.string().regex(PLACE, "file:line").optional() }),
  output: z.object({ ok: z.literal(true), session: z.string(), stopped: stopShape.nullable(), warnings: z.array(z.string()).optional() }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{}, { step: true }, { to: "checkout.spec.ts:20" }],
  cli: { aliases: ["resume"] },
  text: ({ stopped }, { reader }) => (reader === "agent" ? undefined : stopped ? `The test stands at ${inWords(stopped)}.` : "The test goes on."),
  run: async ({ session, signal, timeLeft }, { step, to }) => {
    const { testStop } = session.parts;
    if (!testStop.at) throw new DroverError("not-found", `no test has stopped in session "${session.id}"`, { hint: "A test stops with `await handOver(page)` of drover/test, or with `npx playwright test --debug=cli` and `drover attach`." });
    const place = to === undefined ? undefined : PLACE.exec(to)?.groups;
    testStop.goOn(place ? { how: "to", file: place["file"], line: Number(place["line"]) } : { how: step ? "step" : "on" });
    const patience = AbortSignal.any([signal, AbortSignal.timeout(Math.max(0, Math.min(STEP_MS, timeLeft() - RESERVE_MS)))]);
    return { ok: true as const, session: session.id, stopped: step || place ? ((await testStop.next(patience)) ?? null) : null };
  },
});

const inWords = ({ file, line, title }: Stop): string => [[file, line].filter((part) => part !== undefined).join(":"), title && `(${title})`].filter(Boolean).join(" ");
