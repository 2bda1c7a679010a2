import { z } from "zod";
import { lookUp, providerOf } from "../../security/credentials/providers.ts";
import { DroverError } from "../../protocol/errors.ts";
import { orThrow } from "../compose/innerCall.ts";
import type { PageContext } from "../context.ts";
import { defineTool } from "../defineTool.ts";
import { aliasFor } from "./aliasFor.ts";

const DEADLINE_MS = 60_000;
const FORM_WAIT_MS = 10_000;
/** A name, a password, a code; more pages than that are no log-in. */
const MAX_PAGES = 4;

type Step = "username" | "password" | "code";

export const logIn = defineTool({
  name: "log_in",
  family: "secrets",
  capability: "secrets",
  effect: "write",
  needs: "page",
  tells: "page",
  batch: false,
  deadline: DEADLINE_MS,
  summary: "Log in on the page with an account of the operator's vault, or a user name and a registered secret; nothing is shown.",
  details: `Finds the log-in form of the page (or of \`url\`), fills in the name and the password and sends it; a form that asks for them on two pages, and one that asks for a one-time code, is followed
where the vault has the code. \`account\` is what the vault knows it by, and needs \`credentials\` (see \`get_credential\`); else \`username\` and \`secret\`, the name of one that was registered. The password is registered as
\`PASSWORD_<ACCOUNT>\` for the origin of the page only, so that no other page gets it. \`loggedIn\` is whether the form has gone: look yourself whether the page says so too. Forms in frames are not found.`,
  input: z.object({
    account: z.string().min(1).max(500).optional(),
    url: z.string().min(1).optional().describe("where the form is"),
    username: z.string().min(1).optional(),
    secret: z.string().min(1).optional().describe("name of a registered secret"),
  }),
  output: z.object({ ok: z.literal(true), loggedIn: z.boolean(), url: z.string(), title: z.string(), filled: z.array(z.enum(["username", "password", "code"])), warnings: z.array(z.string()).optional() }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{ account: "acme" }, { username: "ada@example.com", secret: "PASSWORD", url: "https://app.example.com/login" }],
  cli: { positional: ["account", "url"], aliases: ["login"] },
  run: async (context, { account, url, username, secret }) => {
    if ((account === undefined) === (secret === undefined)) throw new DroverError("bad-input", "log_in takes either an account of the vault or a registered secret");
    if (url !== undefined) orThrow(await context.call("navigate", { url, mode: "none" }));
    const who = account === undefined ? { username, alias: secret! } : await fromVault(context, account, username);
    const filled: Step[] = [];
    for (let pages = 0; pages < MAX_PAGES; pages++) {
      const form = await nextForm(context, filled);
      if (!form) break;
      const fields = fieldsOf(form, who, filled);
      if (form.code !== undefined && !filled.includes("code") && account !== undefined) fields.push(["code", form.code, `<${await codeOf(context, account)}>`]);
      if (fields.length === 0) break;
      await send(context, fields.map(([, selector, value]) => ({ selector, value })), form.submit);
      filled.push(...fields.map(([step]) => step));
      if (filled.includes("code")) break;
    }
    if (filled.length === 0) throw new DroverError("not-found", "the page has no log-in form", { hint: "Pass the url of the form, or fill it in with fill_form." });
    const left = await context.page.engine.mainFrame.ask("logInForm", null);
    await context.page.engine.refreshTitle();
    return { ok: true as const, loggedIn: filled.includes("password") && left.password === undefined && left.code === undefined, url: context.page.engine.url, title: context.page.engine.title, filled };
  },
});

interface Who {
  username: string | undefined;
  alias: string;
}

type Form = { username?: string; password?: string; code?: string; submit?: string };

async function fromVault({ client, session, page, require }: PageContext, account: string, username: string | undefined): Promise<Who> {
  require("credentials", "log_in with an account of the vault");
  const found = await lookUp(providerOf(client), "credential", account);
  const alias = aliasFor("PASSWORD", account);
  session.parts.secrets.register(alias, found.password, new URL(page.engine.url).origin);
  return { username: username ?? found.username, alias };
}

async function codeOf({ client, session, page }: PageContext, account: string): Promise<string> {
  const alias = aliasFor("TOTP", account);
  session.parts.secrets.register(alias, await lookUp(providerOf(client), "totp", account), new URL(page.engine.url).origin);
  return alias;
}

function fieldsOf(form: Form, { username, alias }: Who, filled: readonly Step[]): [Step, string, string][] {
  return [
    ...(form.username !== undefined && username !== undefined && !filled.includes("username") ? [["username", form.username, username] as [Step, string, string]] : []),
    ...(form.password !== undefined && !filled.includes("password") ? [["password", form.password, `<${alias}>`] as [Step, string, string]] : []),
  ];
}

/** The form that is asked for next, which may have to be waited for; undefined when there is none. */
async function nextForm(context: PageContext, filled: readonly Step[]): Promise<Form | undefined> {
  const frame = context.page.engine.mainFrame;
  const wanted = filled.includes("password") ? "input[autocomplete=one-time-code]:visible" : filled.includes("username") ? "input[type=password]:visible" : "input:visible";
  const now = await frame.ask("logInForm", null);
  const isThere = filled.includes("password") ? now.code !== undefined : filled.includes("username") ? now.password !== undefined : now.password !== undefined || now.username !== undefined;
  if (isThere) return now;
  // After the password most pages ask for nothing more: what is not there when the page has settled is not waited for.
  if (filled.includes("password")) return undefined;
  const seen = await context.call("wait_for", { selector: wanted, timeoutMs: Math.min(FORM_WAIT_MS, context.timeLeft()), mode: "none" });
  return seen.ok ? frame.ask("logInForm", null) : undefined;
}

async function send(context: PageContext, fields: { selector: string; value: string }[], submit: string | undefined): Promise<void> {
  orThrow(await context.call("fill_form", { fields, ...(submit !== undefined && { submit: { selector: submit } }), mode: "none" }));
  if (submit === undefined) orThrow(await context.call("press", { selector: fields.at(-1)!.selector, key: "Enter", mode: "none" }));
}
