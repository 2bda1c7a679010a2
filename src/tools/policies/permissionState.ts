import { z } from "zod";
import type { EngineFrame } from "../../engine/port.ts";
import { DroverError } from "../../protocol/errors.ts";
import { permissionNames } from "../../session/asks/askPolicy.ts";
import { originOf } from "../../session/asks/pageAsks.ts";
import type { PageContext } from "../context.ts";
import { defineTool } from "../defineTool.ts";
import { requireKnown } from "./askInput.ts";

const stateShape = z.enum(["granted", "denied", "prompt", "unknown"]);

const stateFields = Object.fromEntries(permissionNames.map((name) => [name, stateShape.optional()]));

/** In the isolated world, where neither the page nor a policy has a hand in it. */
const statesIn = (frame: EngineFrame, names: string[]) => frame.ask("permissionStates", { names });

/** The frame of an origin, or a hidden page where none is open. */
async function inOrigin<T>({ page, session }: PageContext, origin: string | undefined, read: (frame: EngineFrame) => Promise<T>): Promise<T> {
  if (origin === undefined) return read(page.engine.mainFrame);
  const open = session.enginePages().flatMap((each) => each.frames()).find((frame) => originOf(frame) === origin);
  if (open) return read(open);
  const hidden = await session.context.hiddenPage();
  try {
    return await read(await hidden.visit(origin));
  } finally {
    await hidden.close();
  }
}

function readOrigin(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const origin = URL.canParse(given) ? new URL(given).origin : "null";
  if (origin === "null") throw new DroverError("bad-input", `"${given}" is not an origin`, { hint: 'Example: permission_state({origin:"https://maps.example.com"})' });
  return origin;
}

export const permissionState = defineTool({
  name: "permission_state",
  family: "policies",
  capability: "read",
  effect: "read",
  needs: "page",
  tells: "own",
  batch: true,
  summary: "Read what the browser says of permissions: granted, denied, prompt or unknown.",
  details: "Of the page's own origin, or of `origin`. `unknown`: this browser has no such permission. It is the browser's own state, which a policy of `deny`, `raise` or `ask-human` does not change.",
  input: z.object({ permissions: z.array(z.string().min(1)).min(1).max(50), origin: z.string().optional() }),
  output: z.object({ ok: z.literal(true), origin: z.string().optional(), ...stateFields, tokensEstimate: z.number().optional() }),
  engines: { chromium: "full", firefox: { partial: "Firefox knows fewer permissions; those it does not know are `unknown`" } },
  examples: [{ permissions: ["geolocation", "camera"] }],
  cli: { positional: ["permissions"] },
  run: async (context, { permissions, origin: given }) => {
    requireKnown("permission", permissions, permissionNames);
    const origin = readOrigin(given);
    const states = await inOrigin(context, origin, (frame) => statesIn(frame, permissions));
    const own = origin ?? originOf(context.page.engine.mainFrame);
    return { ok: true as const, ...(own && { origin: own }), ...states };
  },
});
