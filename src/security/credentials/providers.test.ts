import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { lookUp, providerOf } from "./providers.ts";
import { parseSeed, totpCode } from "./totp.ts";

const SEED = "JBSWY3DPEHPK3PXP";
const folder = mkdtempSync(path.join(os.tmpdir(), "drover-vaults-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A program that answers as the real one does; `argv` and `stdin` are what it got. */
function standIn(name: string, body: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, `#!${process.execPath}\nconst argv = process.argv.slice(2); const stdin = require("node:fs").readFileSync(0, "utf8");\nconst fail = (text) => { console.error(text); process.exit(1); };\n${body}\n`);
  chmodSync(file, 0o755);
  return file;
}

const installed = (name: string): boolean => (process.env["PATH"] ?? "").split(path.delimiter).some((dir) => dir && isFile(path.join(dir, name)));

function isFile(file: string): boolean {
  try {
    execFileSync("test", ["-x", file]);
    return true;
  } catch {
    return false;
  }
}

/** The real one where the machine has it. */
const programOr = (name: string, body: string): string => (installed(name) ? name : standIn(name, body));

const settings = (env: Record<string, string>, secrets: Record<string, string> = {}) => ({ env, secret: async (name: string) => secrets[name] });

const now = () => [-1, 0, 1].map((step) => totpCode(parseSeed(SEED)!, Date.now() + step * 30_000));

describe("seeds", () => {
  const seeds = { DROVER_OATHTOOL_SEEDS: `acme=${SEED},other=otpauth://totp/Other:ada?secret=${SEED}&digits=8,bad=no!` };
  const oathtool = programOr("oathtool", `const { createHmac } = require("node:crypto"); if (argv.join() !== "--totp,--base32,-") fail("oathtool: usage");
    if (stdin.includes("!")) fail("oathtool: base32 decoding failed: Base32 string is invalid");
    const bits = [...stdin.trim()].map((c) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(c).toString(2).padStart(5, "0")).join("");
    const counter = Buffer.alloc(8); counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30000)));
    const digest = createHmac("sha1", Buffer.from(bits.match(/.{8}/g).map((b) => parseInt(b, 2)))).update(counter).digest();
    console.log(String((digest.readUInt32BE(digest[19] & 15) & 0x7fffffff) % 1e6).padStart(6, "0"));`);

  test.each(["oathtool", "builtin"])("%s makes codes of them", async (name) => {
    const provider = providerOf(settings({ DROVER_CREDENTIALS_PROVIDER: name, DROVER_OATHTOOL_BIN: oathtool }, seeds));
    expect(now()).toContain(await lookUp(provider, "totp", "acme"));
    await expect(lookUp(provider, "totp", "nobody")).rejects.toMatchObject({ code: "provider-failed", hint: expect.stringContaining("acme, other, bad"), fields: { provider: name, reason: "unknown-account" } });
    await expect(lookUp(provider, "totp", "bad")).rejects.toMatchObject({ fields: { reason: "failed" } });
    await expect(lookUp(provider, "credential", "acme")).rejects.toMatchObject({ hint: expect.stringContaining("await_human"), fields: { reason: "unsupported" } });
  });

  test("builtin follows an otpauth address", async () => {
    expect(await lookUp(providerOf(settings({ DROVER_CREDENTIALS_PROVIDER: "builtin" }, seeds)), "totp", "other")).toMatch(/^\d{8}$/);
  });

  test("oathtool is the default, and says how to get it", async () => {
    const provider = providerOf(settings({ DROVER_OATHTOOL_BIN: path.join(folder, "nowhere") }, seeds));
    await expect(lookUp(provider, "totp", "acme")).rejects.toMatchObject({ hint: expect.stringContaining("apt install oathtool"), fields: { provider: "oathtool", reason: "missing-program" } });
  });
});

const op = `if (argv[2] === "gone") fail('[ERROR] 2026/11/16 10:00:00 "gone" isn\\'t an item. Specify the item with its UUID, name, or domain.');
  if (argv[2] === "out") fail("[ERROR] 2026/11/16 10:00:00 You are not currently signed in. Please run \`op signin --help\` for instructions");
  if (argv.join(" ") === "item get acme --otp") console.log("123456");
  else if (argv.join(" ") === "item get acme --fields label=username,label=password --format json")
    console.log(JSON.stringify([{ id: "username", type: "STRING", purpose: "USERNAME", label: "username", value: "ada", reference: "op://v/acme/username" }, { id: "password", type: "CONCEALED", purpose: "PASSWORD", label: "password", value: "hunter2-op" }]));
  else fail("[ERROR] unknown command " + argv.join(" "));`;

const bw = `if (process.env.BW_SESSION !== "unlocked") fail("Vault is locked.");
  if (argv[3] === "gone") fail("Not found.");
  if (argv.join(" ") === "--nointeraction get totp acme") process.stdout.write("654321");
  else if (argv.join(" ") === "--nointeraction get item acme") process.stdout.write(JSON.stringify({ object: "item", id: "acme", type: 1, login: { username: "ada", password: "hunter2-bw", totp: "x" } }));
  else fail("Unknown command.");`;

const lpass = `const what = argv[2]; const account = argv[3];
  if (account === "out") fail("Error: Could not find decryption key. Perhaps you need to login with \`lpass login\`.");
  if (account !== "acme") fail("Error: Could not find specified account(s).");
  console.log({ "--username": "ada", "--password": "hunter2-lp", "--field=TOTP": "${SEED}" }[what]);`;

describe.each([
  ["1password", { DROVER_1PASSWORD_BIN: standIn("op", op) }, {}, "hunter2-op"],
  ["bitwarden", { DROVER_BITWARDEN_BIN: standIn("bw", bw) }, { BW_SESSION: "unlocked" }, "hunter2-bw"],
  ["lastpass", { DROVER_LASTPASS_BIN: standIn("lpass-in", lpass) }, {}, "hunter2-lp"],
] as const)("%s", (name, env, secrets, password) => {
  const provider = providerOf(settings({ DROVER_CREDENTIALS_PROVIDER: name.toUpperCase(), ...env }, secrets));

  test("gives a log-in and a code", async () => {
    expect(await lookUp(provider, "credential", "acme")).toEqual({ username: "ada", password });
    expect(await lookUp(provider, "totp", "acme")).toMatch(/^\d{6}$/);
  });

  test("says what is wrong", async () => {
    await expect(lookUp(provider, "credential", "gone")).rejects.toMatchObject({ fields: { provider: name, reason: "unknown-account" } });
    const out = name === "bitwarden" ? providerOf(settings({ DROVER_CREDENTIALS_PROVIDER: name, ...env })) : provider;
    await expect(lookUp(out, "totp", "out")).rejects.toMatchObject({ fields: { reason: "not-logged-in" } });
    await expect(lookUp(provider, "totp", "--help")).rejects.toMatchObject({ message: expect.stringContaining("no dash") });
  });
});

test("the real lpass, where it is installed, says that nobody is logged in", async () => {
  const bin = programOr("lpass", `fail("Error: Could not find decryption key. Perhaps you need to login with \`lpass login\`.")`);
  process.env["LPASS_HOME"] = folder;
  const provider = providerOf(settings({ DROVER_CREDENTIALS_PROVIDER: "lastpass", DROVER_LASTPASS_BIN: bin }));
  await expect(lookUp(provider, "credential", "acme")).rejects.toMatchObject({ hint: expect.stringContaining("lpass login"), fields: { reason: "not-logged-in" } });
});

test("keepassxc opens its database with a password that no list of processes shows", async () => {
  const database = path.join(folder, "vault.kdbx");
  const real = installed("keepassxc-cli");
  const bin = real ? "keepassxc-cli" : standIn("keepassxc-cli", `if (stdin !== "dbpass\\n") process.exit(1);
    if (argv.at(-1) !== "acme") fail("Could not find entry with path " + argv.at(-1) + "."); if (argv.includes("--totp")) fail("Entry with path acme has no TOTP set up."); console.log("ada\\nhunter2-kp");`);
  if (real) {
    execFileSync(bin, ["db-create", "-q", "-p", database], { input: "dbpass\ndbpass\n", stdio: "pipe" });
    execFileSync(bin, ["add", "-q", "-u", "ada", "-p", database, "acme"], { input: "dbpass\nhunter2-kp\nhunter2-kp\n", stdio: "pipe" });
  }
  const env = { DROVER_CREDENTIALS_PROVIDER: "keepassxc", DROVER_KEEPASSXC_BIN: bin, DROVER_KEEPASSXC_DATABASE: database };
  const provider = providerOf(settings(env, { DROVER_KEEPASSXC_PASSWORD: "dbpass" }));
  expect(await lookUp(provider, "credential", "acme")).toEqual({ username: "ada", password: "hunter2-kp" });
  await expect(lookUp(provider, "credential", "gone")).rejects.toMatchObject({ fields: { reason: "unknown-account" } });
  await expect(lookUp(provider, "totp", "acme")).rejects.toMatchObject({ fields: { reason: "unknown-account" } });
  await expect(lookUp(providerOf(settings(env, { DROVER_KEEPASSXC_PASSWORD: "wrong" })), "credential", "acme")).rejects.toMatchObject({ fields: { reason: "not-logged-in" } });
  await expect(lookUp(providerOf(settings({ ...env, DROVER_KEEPASSXC_DATABASE: "" })), "credential", "acme")).rejects.toMatchObject({ hint: expect.stringContaining("DROVER_KEEPASSXC_DATABASE") });
});

test("pass: password, user and otpauth lines of an entry", async () => {
  const entry = `hunter2-pass\nusername: ada\notpauth://totp/Acme:ada?secret=${SEED}\n`;
  const real = installed("pass") && installed("gpg");
  const bin = real ? "pass" : standIn("pass", `if (argv[2] !== "acme") fail("Error: " + argv[2] + " is not in the password store."); process.stdout.write(${JSON.stringify(entry)});`);
  const gpgHome = path.join(folder, "gpg");
  if (real) {
    mkdirSync(gpgHome, { mode: 0o700 });
    Object.assign(process.env, { GNUPGHOME: gpgHome, PASSWORD_STORE_DIR: path.join(folder, "store") });
    execFileSync("gpg", ["--batch", "--passphrase", "", "--quick-gen-key", "drover@example.com", "default", "default", "never"], { stdio: "pipe" });
    execFileSync("pass", ["init", "drover@example.com"], { stdio: "pipe" });
    execFileSync("pass", ["insert", "-m", "acme"], { input: entry, stdio: "pipe" });
  }
  try {
    const provider = providerOf(settings({ DROVER_CREDENTIALS_PROVIDER: "pass", DROVER_PASS_BIN: bin }));
    expect(await lookUp(provider, "credential", "acme")).toEqual({ username: "ada", password: "hunter2-pass" });
    expect(now()).toContain(await lookUp(provider, "totp", "acme"));
    await expect(lookUp(provider, "credential", "gone")).rejects.toMatchObject({ fields: { reason: "unknown-account" } });
  } finally {
    if (real) execFileSync("gpgconf", ["--kill", "gpg-agent"], { stdio: "pipe" });
  }
});

test("none has nothing, and others are not known", async () => {
  const none = providerOf(settings({ DROVER_CREDENTIALS_PROVIDER: "none" }));
  await expect(lookUp(none, "totp", "acme")).rejects.toMatchObject({ fields: { provider: "none", reason: "unsupported" } });
  expect(() => providerOf(settings({ DROVER_CREDENTIALS_PROVIDER: "dashlane" }))).toThrow('no credentials provider "dashlane"');
});
