import { z } from "zod";
import { mayFail } from "../../diagnosis/mayFail.ts";
import { DroverError } from "../../protocol/errors.ts";
import type { Endpoint } from "../../config/endpoint.ts";
import { askFar, farRefusal, type FarAnswer } from "../askFar.ts";
import { linkTo } from "../link.ts";
import type { FarBrowser, FarRef, FarRequest, Provider, Slot } from "../provider.ts";

const stereotype = z.looseObject({ browserName: z.string().optional(), platformName: z.string().optional(), browserVersion: z.string().optional() });

const statusSchema = z.object({
  value: z.object({
    ready: z.boolean(),
    message: z.string(),
    nodes: z.array(
      z.object({
        uri: z.string(),
        availability: z.string(),
        maxSessions: z.number(),
        slots: z.array(z.object({ stereotype, session: z.looseObject({ sessionId: z.string() }).nullable() })),
      }),
    ),
  }),
});

const createdSchema = z.object({
  value: z.object({
    sessionId: z.string(),
    capabilities: z.looseObject({ browserVersion: z.string().optional(), "se:cdp": z.string().optional(), webSocketUrl: z.union([z.string(), z.boolean()]).optional() }),
  }),
});

const queueSchema = z.object({ value: z.array(z.unknown()) });

const QUEUE_MS = 300_000;
/** How often whoever waits in line is told where they stand. */
const LOOK_EVERY_MS = 1000;

/** Selenium Grid 4: a hub, its nodes and their slots. */
export const grid: Provider = {
  owns: true,
  open: async (endpoint, request) => {
    const { queueMs = QUEUE_MS } = endpoint;
    // Told apart from others in the Grid's queue and in its console.
    const label = `drover ${request.session} ${crypto.randomUUID()}`;
    const capabilities = capabilitiesFor(endpoint, request, label);
    const offered = (await slotsOf(endpoint)).some(({ browser }) => browser === capabilities["browserName"]);
    // Grids that start nodes on demand offer it when somebody waits for it.
    if (!offered) request.tell(`No node of "${endpoint.name}" offers ${String(capabilities["browserName"])} at present.`);
    const asked = askFar(endpoint, "/session", { method: "POST", body: { capabilities: { alwaysMatch: capabilities } }, patienceMs: queueMs + 60_000 });
    const answer = await inLine(endpoint, asked, { label, queueMs, request, late: offered ? full(endpoint, queueMs) : noSlot(endpoint, request) });
    if (answer.status !== 200) throw notCreated(endpoint, answer, request);
    const { sessionId, capabilities: given } = createdSchema.parse(answer.json).value;
    const socket = request.engine === "firefox" ? given.webSocketUrl : given["se:cdp"];
    if (typeof socket !== "string") {
      await mayFail(end(endpoint, sessionId), "a session that cannot be driven is given back as far as possible");
      throw new DroverError("not-attachable", `the Grid "${endpoint.name}" gave a ${request.browser} that it does not let be driven by ${request.engine === "firefox" ? "WebDriver BiDi (webSocketUrl)" : "CDP (se:cdp)"}`, {
        hint: "Its node must offer it: Selenium Grid 4 with se:cdp for Chromium, a Firefox with WebDriver BiDi.",
      });
    }
    return browserOf(endpoint, {
      id: sessionId,
      engine: request.engine,
      socket,
      ...(request.engine === "firefox" && { product: `Firefox/${given.browserVersion ?? "?"}` }),
    });
  },
  describe: async (endpoint, ref) => {
    const answer = await askFar(endpoint, `/session/${ref.id}/timeouts`);
    if (answer.status === 200) return browserOf(endpoint, ref);
    if (answer.status === 401 || answer.status === 403) throw farRefusal(endpoint, answer, `tell of session ${ref.id}`);
    return undefined;
  },
  keep: async (endpoint, { id }) => {
    await askFar(endpoint, `/session/${id}/timeouts`);
  },
  close: (endpoint, { id }) => end(endpoint, id),
  introduce: async (endpoint) => {
    const found = await slotsOf(endpoint);
    const free = found.filter(({ up }) => up).reduce((sum, { total, busy }) => sum + total - busy, 0);
    return `Selenium Grid, ${new Set(found.map(({ node }) => node)).size} nodes, ${free} of ${found.reduce((sum, { total }) => sum + total, 0)} slots free`;
  },
  slots: (endpoint) => slotsOf(endpoint),
};

export const isGridStatus = (json: unknown): boolean => statusSchema.safeParse(json).success;

async function slotsOf(endpoint: Endpoint): Promise<Slot[]> {
  const answer = await askFar(endpoint, "/status");
  const { data } = statusSchema.safeParse(answer.json);
  if (!data) throw farRefusal(endpoint, answer, "list its slots");
  const slots = new Map<string, Slot>();
  for (const { uri, availability, slots: ofNode } of data.value.nodes)
    for (const { stereotype: { browserName = "?", platformName, browserVersion }, session } of ofNode) {
      const key = `${uri} ${browserName} ${browserVersion ?? ""}`;
      const slot = slots.get(key) ?? { node: uri, browser: browserName, ...(platformName && { platform: platformName }), ...(browserVersion && { version: browserVersion }), total: 0, busy: 0, up: availability === "UP" };
      slots.set(key, { ...slot, total: slot.total + 1, busy: slot.busy + (session ? 1 : 0) });
    }
  return [...slots.values()];
}

const browserOf = (endpoint: Endpoint, ref: FarRef): FarBrowser => ({ ref, link: linkTo(endpoint, ref.socket ?? "") });

async function end(endpoint: Endpoint, id: string): Promise<void> {
  const answer = await askFar(endpoint, `/session/${id}`, { method: "DELETE", patienceMs: 60_000 });
  if (answer.status !== 200 && answer.status !== 404) throw farRefusal(endpoint, answer, `end session ${id}`);
}

const namesAtGrids: Record<string, string> = { chromium: "chrome", edge: "MicrosoftEdge", brave: "chrome" };
const optionsOf: Record<string, { key: string; headless: string }> = {
  chrome: { key: "goog:chromeOptions", headless: "--headless=new" },
  MicrosoftEdge: { key: "ms:edgeOptions", headless: "--headless=new" },
  firefox: { key: "moz:firefoxOptions", headless: "-headless" },
};

function capabilitiesFor({ capabilities: added = {} }: Endpoint, { browser, engine, headless }: FarRequest, label: string): Record<string, unknown> {
  const browserName = typeof added["browserName"] === "string" ? added["browserName"] : (namesAtGrids[browser] ?? browser);
  const { key, headless: flag } = optionsOf[browserName] ?? optionsOf["chrome"]!;
  const own = (added[key] ?? {}) as { args?: string[] };
  return {
    ...added,
    browserName,
    "se:name": label,
    // Dialogs are the session's to answer.
    unhandledPromptBehavior: "ignore",
    ...(engine === "firefox" && { webSocketUrl: true }),
    [key]: { ...own, args: [...(headless ? [flag] : []), ...(own.args ?? [])] },
  };
}

/** Waits for the Grid's answer and says meanwhile how many are ahead. Who loses patience leaves nothing behind: what comes late is given back. */
async function inLine(endpoint: Endpoint, asked: Promise<FarAnswer>, { label, queueMs, request, late }: { label: string; queueMs: number; request: FarRequest; late: DroverError }): Promise<FarAnswer> {
  const { signal, tell } = request;
  let told = "";
  let timesGone = 0;
  const say = (line: string) => {
    if (line !== told) tell(line);
    told = line;
  };
  const look = async () => {
    const answer = await mayFail(askFar(endpoint, "/se/grid/newsessionqueue/queue"), "where a session stands in line is only told");
    const queue = queueSchema.safeParse(answer?.json).data?.value.map((entry) => JSON.stringify(entry)) ?? [];
    const place = queue.findIndex((entry) => entry.includes(label)) + 1;
    timesGone = place > 0 ? 0 : timesGone + 1;
    if (place > 0) say(`In line at "${endpoint.name}": place ${place} of ${queue.length}.`);
    // A Grid takes a request out of the line also to find that no slot is free after all, and puts it back.
    else if (told && timesGone > 1) say(`"${endpoint.name}" starts the browser.`);
  };
  const looking = setInterval(() => void look(), LOOK_EVERY_MS);
  let timer: NodeJS.Timeout | undefined;
  const given = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late), queueMs);
    signal?.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
  try {
    return await Promise.race([asked, given]);
  } catch (thrown) {
    void mayFail(asked.then((answer) => giveBack(endpoint, answer)), "a browser that comes too late is given back if it comes");
    throw thrown;
  } finally {
    clearInterval(looking);
    clearTimeout(timer);
  }
}

async function giveBack(endpoint: Endpoint, late: FarAnswer): Promise<void> {
  const created = createdSchema.safeParse(late.json).data;
  if (created) await end(endpoint, created.value.sessionId);
}

const full = ({ name }: Endpoint, waitedMs: number): DroverError =>
  new DroverError("quota-exceeded", `the Grid "${name}" is full: no slot became free within ${Math.round(waitedMs / 1000)} s`, {
    hint: `Close sessions that are not needed, or try again later. \`drover browsers\` shows its slots; \`drover endpoint add ${name} … --queue SECONDS\` waits longer.`,
    failure: { source: "unknown" },
  });

const noSlot = ({ name }: Endpoint, { browser }: Pick<FarRequest, "browser">): DroverError =>
  new DroverError("no-browser", `no node of the Grid "${name}" offers ${browser}`, { hint: "`drover browsers` shows what its nodes offer.", failure: { source: "unknown" } });

function notCreated(endpoint: Endpoint, answer: FarAnswer, { browser }: FarRequest): DroverError {
  const refusal = farRefusal(endpoint, answer, `start a ${browser}`);
  // WebDriver has one error code for all of it; only the words say which.
  if (/no nodes support|cannot be matched|no node supports/i.test(refusal.message))
    return noSlot(endpoint, { browser });
  if (/timed out|timeout/i.test(refusal.message)) return new DroverError("quota-exceeded", `the Grid "${endpoint.name}" is full: it gave up waiting for a free slot`, { hint: "Close sessions that are not needed, or try again later.", failure: { source: "unknown" } });
  return refusal;
}
