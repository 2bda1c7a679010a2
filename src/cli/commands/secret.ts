import type { ListSecretsOutput, RegisterSecretOutput } from "../../generated/sdkTools.ts";
import { alignedRows } from "../alignedRows.ts";
import { readSecret } from "../readSecret.ts";
import { wrongUsage } from "../values.ts";
import { verbOf, type Invocation, type OwnCommand } from "./ownCommand.ts";

async function set(call: Invocation): Promise<number> {
  const [, name, value] = call.words;
  if (name === undefined) throw wrongUsage("secret set needs a name", "Example: drover secret set PASSWORD");
  if (value !== undefined)
    throw wrongUsage("a secret is not given as an argument: every program of this machine can read a command line", `Leave it out to be asked for it, or pipe it: drover secret set ${name} < file`);
  if (call.shell.signal) throw wrongUsage("the prompt of the REPL shows what is typed", `Run \`drover secret set ${name}\` in a shell: sessions are shared.`);
  const scope = call.text("scope");
  const done = await call.call<RegisterSecretOutput>("register_secret", { session: call.session, name, value: await readSecret(name), ...(scope !== undefined && { scope }) });
  return call.show(done, `<${done.registered}> is registered in session "${call.session}"${done.scope === null ? "" : ` for ${done.scope}`}.`);
}

async function list(call: Invocation): Promise<number> {
  const found = await call.call<ListSecretsOutput>("list_secrets", { session: call.session });
  const rows = [...found.secrets.map(({ name, scope }) => [name, scope ?? "anywhere"]), ...found.lost.map((name) => [name, "lost with an earlier daemon; set it again"])];
  return call.show(found, rows.length > 0 ? alignedRows(["NAME", "MAY GO TO"], rows, call.people) : `Session "${call.session}" has no secrets.`);
}

const verbs: Record<string, (call: Invocation) => Promise<number>> = { set, list };

export const secretCommand: OwnCommand = {
  name: "secret",
  usage: "set <NAME> [--scope host] | list",
  summary: "Values that agents use as <NAME> and never see: read from a prompt or standard input",
  words: 3,
  verbs: Object.keys(verbs),
  flags: { scope: { value: "host", help: "where it may be typed or sent: app.example.com, https://app.example.com" } },
  examples: ["secret set PASSWORD --scope app.example.com", "secret list"],
  run: (call) => (verbs[verbOf(secretCommand, call)] ?? list)(call),
};
