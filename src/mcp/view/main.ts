/** The live view of a session as a chat shows it: one page, which asks the MCP server for one picture after the other. */
import { App, applyDocumentTheme } from "@modelcontextprotocol/ext-apps";
import { config, z } from "zod";

/** After a refusal, such as of a daemon that is gone for now. */
const RETRY_MS = 2000;

const refusalShape = z.object({ message: z.string(), hint: z.string().default("") });
const answerShape = z.object({ picture: z.number(), problem: z.string().optional() });

// What compiles its checks needs `eval`, which the page's policy denies.
config({ jitless: true });

const picture = document.body.appendChild(document.createElement("img"));
picture.alt = "The session's page, live";
const words = document.body.appendChild(document.createElement("p"));
words.setAttribute("role", "status");

const app = new App({ name: "drover-session", version: "1" });
type Result = Awaited<ReturnType<App["callServerTool"]>>;
const textOf = ({ content }: Result): string => content.map((part) => (part.type === "text" ? part.text : "")).join("");

/** What Drover refused and why; what a host says in its place as it is. */
function reasonOf(result: Result): string {
  const text = textOf(result);
  const refusal = text.startsWith("{") ? refusalShape.safeParse(JSON.parse(text)).data : undefined;
  return refusal ? `${refusal.message}. ${refusal.hint}` : text;
}

let session: unknown;
let isFollowing = false;
const ending = new AbortController();

function say(text: string): void {
  words.textContent = text;
  picture.classList.toggle("past", text !== "");
}

async function show(result: Result): Promise<number> {
  if (result.isError) throw new Error(reasonOf(result));
  const { picture: number, problem = "" } = answerShape.parse(JSON.parse(textOf(result)));
  const image = result.content.find((part) => part.type === "image");
  if (image?.type === "image") picture.src = `data:${image.mimeType};base64,${image.data}`;
  say(problem);
  return number;
}

/** A view that nobody sees asks for nothing. */
const seen = () =>
  new Promise<void>((resolve) => {
    if (!document.hidden) return resolve();
    document.addEventListener("visibilitychange", () => resolve(), { once: true });
  });

async function follow(): Promise<void> {
  isFollowing = true;
  for (let after = 0; !ending.signal.aborted; ) {
    await seen();
    try {
      after = await show(await app.callServerTool({ name: "next_picture", arguments: { after, ...(typeof session === "string" && { session }) } }, { signal: ending.signal }));
    } catch (thrown) {
      say(thrown instanceof Error ? thrown.message : String(thrown));
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

app.ontoolinput = ({ arguments: input }) => {
  session = input?.["session"];
};
app.ontoolresult = (result) => {
  if (result.isError) say(reasonOf(result));
  else if (!isFollowing) void follow();
};
app.onhostcontextchanged = ({ theme }) => {
  if (theme) applyDocumentTheme(theme);
};
app.onteardown = async () => {
  ending.abort();
  return {};
};
await app.connect();
const theme = app.getHostContext()?.theme;
if (theme) applyDocumentTheme(theme);
