import { Program, type ProgramOptions } from "./program.ts";
import { ELSE, lookupFailed, type Credential, type CredentialsProvider } from "./provider.ts";
import { seedFor } from "./seeds.ts";
import { parseSeed, totpCode } from "./totp.ts";

/** What providers are told of the client that asks. */
export interface ProviderSettings {
  env: Record<string, string | undefined>;
  /** A secret of the client's environment. */
  secret(name: string): Promise<string | undefined>;
}

type MakeProvider = (settings: ProviderSettings) => CredentialsProvider;

const codeOf = (provider: string, seed: string): string => {
  const parsed = parseSeed(seed);
  if (parsed) return totpCode(parsed, Date.now());
  throw lookupFailed(provider, "failed", "what is stored is no TOTP seed", "A seed is base32, or an otpauth://totp/… address.");
};

const program = (env: ProviderSettings["env"], variable: string, name: string, options: ProgramOptions) => new Program(env[variable] || name, options);

const explained =
  (rules: readonly [pattern: RegExp, reason: "not-logged-in" | "unknown-account", hint: string][]): ProgramOptions["explain"] =>
  (said) => {
    const rule = rules.find(([pattern]) => pattern.test(said));
    return rule && { reason: rule[1], hint: rule[2] };
  };

const oathtool: MakeProvider = ({ env, secret }) => {
  const cli = program(env, "DROVER_OATHTOOL_BIN", "oathtool", {
    provider: "oathtool",
    install: "Debian and Ubuntu: apt install oathtool; macOS: brew install oath-toolkit. DROVER_CREDENTIALS_PROVIDER=builtin makes the same codes without it.",
    explain: () => undefined,
  });
  return {
    name: "oathtool",
    // The seed goes in by standard input: every user of the machine sees arguments.
    totp: async (account) => (await cli.run(["--totp", "--base32", "-"], seedFor("oathtool", await secret("DROVER_OATHTOOL_SEEDS"), account))).trim(),
  };
};

const builtin: MakeProvider = ({ secret }) => ({
  name: "builtin",
  totp: async (account) => codeOf("builtin", seedFor("builtin", await secret("DROVER_OATHTOOL_SEEDS"), account)),
});

const onePassword: MakeProvider = ({ env, secret }) => {
  const cli = async () =>
    program(env, "DROVER_1PASSWORD_BIN", "op", {
      provider: "1password",
      install: "Install 1Password's command line tool, or name it with DROVER_1PASSWORD_BIN.",
      env: { OP_SERVICE_ACCOUNT_TOKEN: await secret("OP_SERVICE_ACCOUNT_TOKEN") },
      explain: explained([
        [/not (?:currently )?signed in|no accounts? (?:configured|found)|session expired|authorization/i, "not-logged-in", "Sign in in a terminal with `op signin`, then try again."],
        [/isn't an item|no item|more than one item/i, "unknown-account", ELSE],
      ]),
    });
  return {
    name: "1password",
    totp: async (account) => (await (await cli()).run(["item", "get", account, "--otp"])).trim(),
    credential: async (account) => fieldsOf(account, await (await cli()).run(["item", "get", account, "--fields", "label=username,label=password", "--format", "json"])),
  };
};

function fieldsOf(account: string, json: string): Credential {
  const fields = parsed("1password", json);
  const value = (label: string): unknown => (Array.isArray(fields) ? fields.find((field: { label?: unknown }) => field.label === label)?.value : undefined);
  return complete("1password", account, value("username"), value("password"));
}

const bitwarden: MakeProvider = ({ env, secret }) => {
  const cli = async () =>
    program(env, "DROVER_BITWARDEN_BIN", "bw", {
      provider: "bitwarden",
      install: "Install Bitwarden's command line tool, or name it with DROVER_BITWARDEN_BIN.",
      env: { BW_SESSION: await secret("BW_SESSION") },
      explain: explained([
        [/not logged in|vault is locked|mac failed|master password/i, "not-logged-in", "Run `bw login` and `bw unlock` in a terminal, and put BW_SESSION into the client's environment."],
        [/not found|more than one result|no totp/i, "unknown-account", `Pass the item's id. ${ELSE}`],
      ]),
    });
  return {
    name: "bitwarden",
    totp: async (account) => (await (await cli()).run(["--nointeraction", "get", "totp", account])).trim(),
    credential: async (account) => {
      const item = parsed("bitwarden", await (await cli()).run(["--nointeraction", "get", "item", account])) as { login?: { username?: unknown; password?: unknown } };
      return complete("bitwarden", account, item.login?.username, item.login?.password);
    },
  };
};

const lastPass: MakeProvider = ({ env }) => {
  const cli = program(env, "DROVER_LASTPASS_BIN", "lpass", {
    provider: "lastpass",
    install: "Debian and Ubuntu: apt install lastpass-cli; macOS: brew install lastpass-cli.",
    explain: explained([
      [/lpass login|decryption key|not logged in/i, "not-logged-in", "Run `lpass login` in a terminal, then try again."],
      [/could not find specified account|multiple matches/i, "unknown-account", ELSE],
    ]),
  });
  // Of two fields that are asked for at once lpass shows one only.
  const field = async (account: string, ...wanted: string[]) => (await cli.run(["show", "--color=never", ...wanted, account])).trim();
  return {
    name: "lastpass",
    totp: async (account) => {
      const kept = await field(account, "--field=TOTP");
      return /^\d{6,8}$/.test(kept) ? kept : codeOf("lastpass", kept);
    },
    credential: async (account) => complete("lastpass", account, await field(account, "--username"), await field(account, "--password")),
  };
};

const pass: MakeProvider = ({ env }) => {
  const cli = program(env, "DROVER_PASS_BIN", "pass", {
    provider: "pass",
    install: "Debian and Ubuntu: apt install pass; macOS: brew install pass.",
    explain: explained([
      [/is not in the password store|password store is empty/i, "unknown-account", ELSE],
      [/decryption failed|no secret key|pinentry|inappropriate ioctl/i, "not-logged-in", "Unlock the key of the store in a terminal first: `pass show <entry>`."],
    ]),
  });
  const lines = async (account: string) => (await cli.run(["show", "--", account])).split(/\r?\n/);
  return {
    name: "pass",
    totp: async (account) => {
      const seed = (await lines(account)).find((line) => line.startsWith("otpauth://"));
      if (seed === undefined) throw lookupFailed("pass", "unknown-account", `the entry "${account}" has no otpauth:// line`, ELSE);
      return codeOf("pass", seed);
    },
    credential: async (account) => {
      const [password, ...further] = await lines(account);
      const named = further.map((line) => /^(?:user(?:name)?|login|e-?mail):\s*(.+)$/i.exec(line)?.[1]).find((found) => found !== undefined);
      // Stores are often sorted by site, with the user as the entry's name.
      return complete("pass", account, named ?? account.split("/").at(-1), password);
    },
  };
};

const keepassxc: MakeProvider = ({ env, secret }) => {
  const cli = program(env, "DROVER_KEEPASSXC_BIN", "keepassxc-cli", {
    provider: "keepassxc",
    install: "Debian and Ubuntu: apt install keepassxc; macOS: brew install keepassxc.",
    explain: explained([
      [/could not find entry|has no totp/i, "unknown-account", ELSE],
      // Of a wrong password it says nothing at all when it is quiet.
      [/^\s*$|invalid credentials|while reading the database/i, "not-logged-in", "DROVER_KEEPASSXC_PASSWORD in the client's environment opens the database, with DROVER_KEEPASSXC_KEY_FILE where it needs one."],
    ]),
  });
  const show = async (account: string, options: string[]) => {
    const database = env["DROVER_KEEPASSXC_DATABASE"];
    if (!database) throw lookupFailed("keepassxc", "failed", "it is not known which database to open", "DROVER_KEEPASSXC_DATABASE in the client's environment is its path.");
    const keyFile = env["DROVER_KEEPASSXC_KEY_FILE"];
    return cli.run(["show", "--quiet", ...(keyFile ? ["--key-file", keyFile] : []), ...options, database, account], `${(await secret("DROVER_KEEPASSXC_PASSWORD")) ?? ""}\n`);
  };
  return {
    name: "keepassxc",
    totp: async (account) => (await show(account, ["--totp"])).trim(),
    credential: async (account) => {
      const [username, password] = (await show(account, ["--show-protected", "--attributes", "UserName", "--attributes", "Password"])).split(/\r?\n/);
      return complete("keepassxc", account, username, password);
    },
  };
};

function parsed(provider: string, json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw lookupFailed(provider, "failed", "what it printed is no JSON", "Run it in a terminal to see what it needs.");
  }
}

function complete(provider: string, account: string, username: unknown, password: unknown): Credential {
  if (typeof password === "string" && password !== "") return { username: typeof username === "string" ? username : "", password };
  throw lookupFailed(provider, "unknown-account", `"${account}" has no password`, ELSE);
}

const makers: Record<string, MakeProvider> = {
  oathtool,
  builtin,
  "1password": onePassword,
  bitwarden,
  lastpass: lastPass,
  pass,
  keepassxc,
  none: () => ({ name: "none" }),
};

const providerNames = Object.keys(makers);

/** The one that the operator chose for this client; `oathtool` unless they did. */
export function providerOf(settings: ProviderSettings): CredentialsProvider {
  const wanted = (settings.env["DROVER_CREDENTIALS_PROVIDER"] || "oathtool").trim().toLowerCase();
  const make = Object.hasOwn(makers, wanted) ? makers[wanted] : undefined;
  if (make) return make(settings);
  throw lookupFailed(wanted, "unsupported", `there is no credentials provider "${wanted}"`, `DROVER_CREDENTIALS_PROVIDER is one of ${providerNames.join(", ")}.`);
}

const NOT_GIVEN = { totp: "one-time codes", credential: "user names and passwords" };

/** An account is an argument of a program: it must not read as an option. */
function checked(provider: string, account: string): string {
  // oxlint-disable-next-line no-control-regex
  if (!account.startsWith("-") && !/[\0-\u001f]/.test(account)) return account;
  throw lookupFailed(provider, "unknown-account", "an account begins with no dash and has no control characters", ELSE);
}

export async function lookUp<Kind extends "totp" | "credential">(provider: CredentialsProvider, kind: Kind, account: string): Promise<Kind extends "totp" ? string : Credential>;
export async function lookUp(provider: CredentialsProvider, kind: "totp" | "credential", account: string): Promise<string | Credential> {
  const given = kind === "totp" ? provider.totp : provider.credential;
  if (given) return given(checked(provider.name, account));
  throw lookupFailed(
    provider.name,
    "unsupported",
    `the provider "${provider.name}" gives no ${NOT_GIVEN[kind]}`,
    kind === "credential" && provider.totp
      ? "Choose one that does with DROVER_CREDENTIALS_PROVIDER (1password, bitwarden, lastpass, pass, keepassxc), or ask the person with await_human and take the code from get_totp."
      : `Choose another one with DROVER_CREDENTIALS_PROVIDER: ${providerNames.filter((name) => name !== "none").join(", ")}.`,
  );
}
