import { text } from "node:stream/consumers";
import type { CallToolResult, Client } from "@modelcontextprotocol/client";
import { build } from "esbuild";
import { afterEach, expect } from "vitest";
import { connectOnStdio, dataOf, revisions, textOf, type McpOptions } from "./support/mcp.ts";
import { decodePng } from "./support/png.ts";
import { test, type TestSession } from "./support/session.ts";

const VIEW = "ui://drover/session";
const apps = { extensions: { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } } };
const patience = { timeout: 20_000 };
const opened: Client[] = [];

async function connect(options: McpOptions): Promise<Client> {
  const client = await connectOnStdio(options);
  opened.push(client);
  return client;
}

afterEach(async () => {
  await Promise.all(opened.splice(0).map((client) => client.close()));
});

const namesOf = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);
const pictureOf = ({ content }: CallToolResult) => content.find((part) => part.type === "image");

test.for(revisions)("a client that shows apps, of revision %s, is listed show_session and its page; another one is not", async (revision) => {
  const client = await connect({ revision, capabilities: apps });
  const { tools } = await client.listTools();
  expect(tools.find(({ name }) => name === "show_session")?._meta).toEqual({ ui: { resourceUri: VIEW } });
  expect(tools.find(({ name }) => name === "next_picture")?._meta).toEqual({ ui: { visibility: ["app"] } });
  expect((await client.listResources()).resources).toEqual([expect.objectContaining({ uri: VIEW, mimeType: "text/html;profile=mcp-app" })]);
  const plain = await connect({ revision, args: ["--tools", "all"] });
  expect(await namesOf(plain)).not.toContain("show_session");
  expect(await namesOf(plain)).not.toContain("next_picture");
  expect((await plain.listResources()).resources).toEqual([]);
});

test("pictures come only to whoever was shown the session, and say when it has ended", async ({ server, session }) => {
  const url = server.html("/still", "<title>Still</title><h1>Sheep</h1>");
  await session.call("navigate", { url });
  const client = await connect({ capabilities: apps });
  const next = (after: number) => client.callTool({ name: "next_picture", arguments: { session: session.id, after } });
  const early = await next(0);
  expect(early.isError).toBe(true);
  expect(textOf(early)).toContain("show_session");
  const shown = await client.callTool({ name: "show_session", arguments: { session: session.id } });
  expect(textOf(shown)).toContain("drover dashboard");
  const first = await next(0);
  expect(pictureOf(first)).toMatchObject({ mimeType: "image/jpeg" });
  expect(first._meta).toMatchObject({ "drover/untrusted": true });
  await session.call("close_session");
  let last = first;
  while (dataOf(last).problem === undefined) last = await next(dataOf(last).picture);
  expect(dataOf(last).problem).toBe(`session "${session.id}" is not open`);
  expect(pictureOf(last)).toBeUndefined();
});

/** A chat, as far as it matters: the package's host around a frame that may run scripts and nothing else. */
const host = `
import { AppBridge, PostMessageTransport } from "@modelcontextprotocol/ext-apps/app-bridge";
const { html, input, result } = await (await fetch("/chat.json")).json();
const frame = document.querySelector("iframe");
const bridge = new AppBridge(null, { name: "chat", version: "1" }, { serverTools: {} });
bridge.oncalltool = async (params) => (await fetch("/call", { method: "POST", body: JSON.stringify(params) })).json();
bridge.oninitialized = async () => {
  await bridge.sendToolInput({ arguments: input });
  await bridge.sendToolResult(result);
};
bridge.onsizechange = ({ height }) => height && (frame.style.height = height + "px");
await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
frame.srcdoc = html;
`;

async function colourShown(chat: TestSession): Promise<string> {
  const { images = [] } = await chat.outcome("screenshot", { scale: "css" });
  const [red, green, blue] = decodePng(Buffer.from(images[0]?.data ?? "", "base64")).pixel(100, 60);
  return red > 150 && green < 100 ? "red" : green > 90 && red < 100 && blue < 100 ? "green" : "neither";
}

test("the package's host shows the page in a chat, what it becomes, and that it is over", async ({ server, session, fileSession: chat }) => {
  const client = await connect({ capabilities: apps });
  await session.call("navigate", { url: server.html("/red", "<title>Red</title><body style='background:red'><button style='position:fixed;bottom:0' onclick=\"document.body.style.background='green'\">Go</button>") });
  const input = { session: session.id };
  const result = await client.callTool({ name: "show_session", arguments: input });
  const { contents } = await client.readResource({ uri: VIEW });
  const html = contents[0] && "text" in contents[0] ? contents[0].text : "";
  const { outputFiles } = await build({ stdin: { contents: host, resolveDir: process.cwd() }, bundle: true, format: "esm", write: false, logLevel: "error" });
  server.route("/host.js", (_, response) => void response.setHeader("content-type", "text/javascript").end(outputFiles[0]?.text));
  server.route("/chat.json", (_, response) => void response.end(JSON.stringify({ html, input, result })));
  server.route("/call", async (request, response) => {
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    const { name, arguments: given } = JSON.parse(await text(request)) as { name: string; arguments: Record<string, unknown> };
    if (gone.signal.aborted) return;
    const answer = await client.callTool({ name, arguments: given }, { signal: gone.signal }).catch((error: unknown) => ({ content: [{ type: "text", text: String(error) }], isError: true }));
    response.end(JSON.stringify(answer));
  });
  await chat.call("navigate", { url: server.html("/chat", '<title>Chat</title><body style="margin:0"><iframe sandbox="allow-scripts" style="border:0;width:600px"></iframe><script type="module" src="/host.js"></script>') });
  await expect.poll(() => colourShown(chat), patience).toBe("red");
  await session.call("click", { selector: "button" });
  await expect.poll(() => colourShown(chat), patience).toBe("green");
  await session.call("close_session");
  await expect.poll(async () => JSON.stringify(await chat.call("snapshot")), patience).toContain("is not open");
  // Nothing that its policy denies was tried, and no picture is kept by the console.
  const said = (await chat.call("console_read")) as { location?: { url: string } }[];
  expect(said.filter(({ location }) => location?.url === "about:srcdoc")).toEqual([]);
  await chat.call("navigate", { url: "about:blank" });
});
