import { type DroverServer, startDrover } from "../drivers/drover.ts";
import { form } from "../pages/form.ts";
import { type Bench, type Measurement, type Part, messageOf, timed } from "./part.ts";

const MOST_ROUNDS = 5;

/** A browser keeps at most 180 cookies for one host, so they are spread over two. */
const cookies = `for (let i = 0; i < 100; i++) document.cookie = "name" + i + "=" + "v".repeat(40) + "; max-age=86400"`;
/** Tokens, as log-ins are: text that repeats itself would flatter whoever zips it. */
const token = `Array.from(crypto.getRandomValues(new Uint8Array(50000)), (byte) => byte.toString(16).padStart(2, "0")).join("")`;
const storage = `for (let i = 0; i < 50; i++) localStorage.setItem("key" + i, ${token})`;

async function prepare({ server }: DroverServer, bench: Bench): Promise<void> {
  const url = bench.server.url(form);
  await server.call("navigate", { url: url.replace("127.0.0.1", "localhost") });
  await server.call("eval_js", { expr: cookies });
  await server.call("navigate", { url });
  await server.call("eval_js", { expr: `${cookies}; ${storage}` });
}

async function run(bench: Bench): Promise<Measurement[]> {
  const line: Measurement = { part: "state", tool: "Drover", surface: "mcp", page: "200 cookies, 5 MB", samples: [] };
  const drover = await startDrover(bench.workplace);
  try {
    await prepare(drover, bench);
    for (let round = 0; round < Math.min(bench.rounds, MOST_ROUNDS); round++) {
      bench.progress(`saving and loading a log-in, round ${round + 1}`);
      const { took } = await timed(async () => {
        await drover.server.call("auth_save", { name: "bench" });
        await drover.server.call("auth_load", { name: "bench" });
      });
      line.samples.push(took);
    }
  } catch (error) {
    line.failure = messageOf(error);
  } finally {
    await drover.stop();
  }
  return [line];
}

export const savedState: Part = { name: "state", title: "save and load a log-in", run };
