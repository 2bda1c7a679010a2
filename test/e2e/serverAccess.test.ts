import { createHash, generateKeyPairSync, randomBytes } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import https from "node:https";
import type { AddressInfo } from "node:net";
import path from "node:path";
import type { TLSSocket } from "node:tls";
import { expect } from "vitest";
import { certificateFor } from "../../src/guard/ownCertificate.ts";
import type { CheckedClient } from "./support/checkedClient.ts";
import { engine, test, type TestSession } from "./support/session.ts";

const PASSWORD = "Qm7-otter@marble/88";
const TOKEN = "tok-93-walrus-saffron";

/** Chromium shows a page of its own to whoever has no password. */
const keptOut = engine === "firefox" ? { title: "Kept out" } : { ok: false, error: "navigation-failed", hint: expect.stringContaining("wants a name and a password") };

const hash = (...parts: string[]) => createHash("md5").update(parts.join(":")).digest("hex");

/** Whether a Digest answer (RFC 7616, qop auth) was made with the password. */
function provesPassword(header: string, method: string): boolean {
  const said = Object.fromEntries([...header.matchAll(/(\w+)=(?:"([^"]*)"|([^\s,]+))/g)].map(([, name = "", quoted, plain]) => [name, quoted ?? plain ?? ""]));
  const expected = hash(hash("ada", "vault", PASSWORD), said["nonce"] ?? "", said["nc"] ?? "", said["cnonce"] ?? "", said["qop"] ?? "", hash(method, said["uri"] ?? ""));
  return said["response"] === expected;
}

async function opened(client: CheckedClient, options: Record<string, unknown>) {
  const session = `access-${randomBytes(4).toString("hex")}`;
  const answer = await client.call("open_session", { session, mode: "incognito", engine, ...options });
  expect(answer.data).toMatchObject({ ok: true });
  const call: TestSession["call"] = async (tool, input = {}) => (await client.call(tool, { session, ...input }, { form: "agent" })).data;
  return { session, opened: answer.data, call, [Symbol.asyncDispose]: async () => void (await client.call("close_session", { session })) };
}

/** Everything below a folder that is Drover's own to write: sessions, logs, calls. */
function writtenBelow(folder: string): string {
  return ["sessions", "daemon.log", "calls"].flatMap((name) => filesOf(path.join(folder, name))).map((file) => readFileSync(file, "utf8")).join("\n");
}

function filesOf(place: string): string[] {
  try {
    return readdirSync(place, { recursive: true, withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [path.join(entry.parentPath, entry.name)] : []));
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === "ENOTDIR" ? [place] : [];
  }
}

test("servers that ask get the credentials of their own origin, Basic and Digest, and nobody is told them", async ({ client, server }) => {
  const asked: (string | undefined)[] = [];
  const basic = `Basic ${Buffer.from(`ada:${PASSWORD}`).toString("base64")}`;
  const page = (title: string) => `<title>${title}</title><p>${PASSWORD}</p>`;
  server.route("/basic", (request, response) => {
    asked.push(request.headers.authorization);
    response.setHeader("content-type", "text/html");
    if (request.headers.authorization === basic) return void response.end(page("Let in"));
    response.writeHead(401, { "www-authenticate": 'Basic realm="vault"' }).end("<title>Kept out</title>");
  });
  server.route("/digest", (request, response) => {
    response.setHeader("content-type", "text/html");
    if (provesPassword(request.headers.authorization ?? "", request.method ?? "")) return void response.end(page("Digested"));
    response.writeHead(401, { "www-authenticate": `Digest realm="vault", qop="auth", nonce="${randomBytes(8).toString("hex")}", algorithm=MD5` }).end("<title>Kept out</title>");
  });
  server.html("/uses", `<title>Uses</title><script>window.got = fetch("/basic").then((r) => r.status)</script>`);
  await using session = await opened(client, { credentials: [server.origin.replace("://", `://ada:${PASSWORD}@`)] });
  const shown = await session.call("navigate", { url: `${server.origin}/basic` });
  expect(shown).toMatchObject({ ok: true, title: "Let in" });
  expect(await session.call("navigate", { url: `${server.origin}/digest` })).toMatchObject({ ok: true, title: "Digested" });
  await session.call("navigate", { url: `${server.origin}/uses` });
  expect(await session.call("eval_js", { expr: "got" })).toMatchObject({ value: 200 });
  // Another origin of the same server asks in vain.
  asked.length = 0;
  expect(await session.call("navigate", { url: `${server.otherOrigin}/basic` })).toMatchObject(keptOut);
  expect(asked).toEqual([undefined]);
  const told = await Promise.all([session.call("snapshot"), session.call("list_secrets"), session.call("network_read", { limit: 50 }), session.call("page_text"), session.call("list_sessions")]);
  const home = process.env["DROVER_HOME"] ?? "";
  for (const text of [JSON.stringify([session.opened, shown, ...told]), writtenBelow(home)]) for (const trace of [PASSWORD, "marble", basic.slice(10, -4)]) expect(text).not.toContain(trace);
  expect(told[1]).toMatchObject({ secrets: [{ name: "HTTP_PASSWORD", scope: server.origin }] });
});

test("a password that is not believed is given once; an alias is filled in when it is asked for", async ({ client, server }) => {
  const asked: (string | undefined)[] = [];
  server.route("/again", (request, response) => {
    asked.push(request.headers.authorization);
    response.setHeader("content-type", "text/html");
    if (request.headers.authorization === `Basic ${Buffer.from(`ada:${TOKEN}`).toString("base64")}`) return void response.end("<title>Let in</title>");
    response.writeHead(401, { "www-authenticate": 'Basic realm="again"' }).end("<title>Kept out</title>");
  });
  const { host } = new URL(server.origin);
  await using session = await opened(client, { credentials: [`http://ada:<LATER>@${host}`] });
  expect(await session.call("navigate", { url: `${server.origin}/again` })).toMatchObject(keptOut);
  expect(asked.filter(Boolean)).toEqual([]);
  await session.call("register_secret", { name: "LATER", value: "not the right one", scope: "elsewhere.example" });
  const elsewhere = await session.call("navigate", { url: `${server.origin}/again` });
  expect(elsewhere.warnings).toContainEqual(expect.stringContaining("<LATER>: the secret LATER is for elsewhere.example only"));
  await session.call("register_secret", { name: "LATER", value: "not the right one", scope: host });
  asked.length = 0;
  await session.call("navigate", { url: `${server.origin}/again` });
  expect(asked.filter(Boolean)).toHaveLength(1);
  await session.call("register_secret", { name: "LATER", value: TOKEN, scope: host });
  expect(await session.call("navigate", { url: `${server.origin}/again` })).toMatchObject({ title: "Let in" });
});

test("headers go with every request, or to one origin and not where that sends them on", async ({ client, server }) => {
  const got: [path: string, plain: string | undefined, authorization: string | undefined][] = [];
  const note = (name: string, answer: (response: Parameters<Parameters<typeof server.route>[1]>[1]) => void) =>
    server.route(name, (request, response) => {
      got.push([request.headers.host + name, request.headers["x-plain"]?.toString(), request.headers.authorization]);
      response.setHeader("access-control-allow-origin", "*").setHeader("access-control-allow-headers", "*").setHeader("content-type", "text/html");
      answer(response);
    });
  note("/shown", (response) => response.end(`<title>Shown</title><script>
    window.done = Promise.all([fetch("/asked").then((r) => r.text()), fetch("${server.otherOrigin}/theirs").then((r) => r.text())])</script>`));
  for (const name of ["/asked", "/theirs"]) note(name, (response) => response.end("ok"));
  note("/leads-away", (response) => void response.writeHead(302, { location: `${server.otherOrigin}/theirs` }).end());
  await using session = await opened(client, { headers: ["X-Plain: yes", `${server.origin} Authorization: Bearer ${TOKEN}`] });
  await session.call("navigate", { url: `${server.origin}/shown` });
  await session.call("eval_js", { expr: "done" });
  await session.call("navigate", { url: `${server.origin}/leads-away` });
  const mine = new URL(server.origin).host;
  const theirs = new URL(server.otherOrigin).host;
  expect(got.filter(([place]) => !place.includes("favicon"))).toEqual(expect.arrayContaining([
    [`${mine}/shown`, "yes", `Bearer ${TOKEN}`],
    [`${mine}/asked`, "yes", `Bearer ${TOKEN}`],
    [`${mine}/leads-away`, "yes", `Bearer ${TOKEN}`],
    [`${theirs}/theirs`, "yes", undefined],
  ]));
  expect(got.filter(([place, , authorization]) => place.startsWith(theirs) && authorization !== undefined)).toEqual([]);
  const { requests } = await session.call("network_read", { url: "/asked" });
  const detail = await session.call("request_detail", { id: requests[0].id });
  expect(JSON.stringify(detail)).not.toContain("walrus");
});

test("certificates that prove nothing are accepted where that was asked for", async ({ client }) => {
  const pem = readFileSync(path.join(import.meta.dirname, "..", "fixtures", "guard", "localhost.pem"));
  const secure = https.createServer({ key: pem, cert: pem }, (_, response) => response.setHeader("content-type", "text/html").end("<title>Behind TLS</title>"));
  await new Promise<void>((resolve) => secure.listen(0, "127.0.0.1", resolve));
  const url = `https://localhost:${(secure.address() as AddressInfo).port}/`;
  try {
    await using strict = await opened(client, {});
    expect(await strict.call("navigate", { url })).toMatchObject({ ok: false });
    await using lax = await opened(client, { ignoreTlsErrors: true });
    expect(lax.opened).toMatchObject({ warnings: [expect.stringContaining("servers need not prove who they are")] });
    expect(await lax.call("navigate", { url })).toMatchObject({ ok: true, title: "Behind TLS" });
    const tab = await lax.call("tab_open", { url });
    expect(await lax.call("eval_js", { expr: `fetch("/").then((r) => r.status)`, page: tab.id })).toMatchObject({ value: 200 });
  } finally {
    secure.closeAllConnections();
    secure.close();
  }
});

test("a server that asks for a certificate is shown the one for its origin, and proves itself all the same", async ({ client }) => {
  const pem = readFileSync(path.join(import.meta.dirname, "..", "fixtures", "guard", "localhost.pem"), "utf8");
  const secure = https.createServer({ key: pem, cert: pem, requestCert: true, rejectUnauthorized: false }, (request, response) => {
    const { subject } = (request.socket as TLSSocket).getPeerCertificate();
    response.setHeader("content-type", "text/html").end(`<title>${subject?.CN ?? "nobody"} over HTTP ${request.httpVersion}</title>`);
  });
  await new Promise<void>((resolve) => secure.listen(0, "127.0.0.1", resolve));
  const origin = `https://localhost:${(secure.address() as AddressInfo).port}`;
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const ada = certificateFor("ada", String(privateKey.export({ type: "pkcs8", format: "pem" })));
  const folder = process.env["DROVER_WORKSPACE"] ?? "";
  const passphrase = "heron-7-plum";
  const files = { cert: "ada.pem", key: "ada.key", ca: "localhost-ca.pem" };
  writeFileSync(path.join(folder, files.cert), ada.cert);
  writeFileSync(path.join(folder, files.key), privateKey.export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase }));
  writeFileSync(path.join(folder, files.ca), pem.slice(pem.indexOf("-----BEGIN CERTIFICATE")));
  const mode = engine === "firefox" ? "persistent" : "incognito";
  try {
    await using known = await opened(client, { mode, clientCertificates: [{ origin, ...files, passphrase }] });
    expect(await known.call("navigate", { url: origin })).toMatchObject({ ok: true, title: "Drover for ada over HTTP 1.1" });
    expect(await known.call("eval_js", { expr: `isSecureContext && fetch("/").then((r) => r.status)` })).toMatchObject({ value: 200 });
    await using unproven = await opened(client, { mode, clientCertificates: [{ origin, cert: files.cert, key: files.key, passphrase }] });
    const refused = await unproven.call("navigate", { url: origin });
    expect(refused.ok).toBe(false);
    expect(JSON.stringify(refused)).toContain("TLS handshake with the client certificate failed");
    for (const [certificate, message] of [[{ cert: files.cert }, "needs cert and key, or pfx"], [{ ...files, passphrase: "wrong" }, "cannot be used"]] as const)
      expect((await client.call("open_session", { session: "no", mode, engine, clientCertificates: [{ origin, ...certificate }] })).data).toMatchObject({ ok: false, error: "bad-input", message: expect.stringContaining(message) });
    expect(writtenBelow(process.env["DROVER_HOME"] ?? "")).not.toContain(passphrase);
  } finally {
    secure.closeAllConnections();
    secure.close();
  }
});

test.skipIf(engine === "firefox")("what would go to everybody, or is the browser's own, is refused before anything opens", async ({ client }) => {
  for (const [input, said] of [
    [{ headers: ["Authorization: Bearer abcd"] }, "Authorization would be sent to every server"],
    [{ headers: ["X-Mine: <TOKEN>"] }, "X-Mine would be sent to every server"],
    [{ headers: ["Host: elsewhere"] }, "Host is a header that the browser sets itself"],
    [{ headers: ["https://a.example Cookie: a=b"] }, "Cookie is a header that the browser sets itself"],
    [{ headers: ["no header"] }, "a header is written as"],
    [{ headers: ["https://a.example/path X: y"] }, "is no origin"],
    [{ headers: ["X: y\nZ: injected"] }, "a header is written as"],
    [{ credentials: ["ada:password"] }, "credentials are written as"],
    [{ credentials: ["https://ada:password@host/path"] }, "credentials are written as"],
  ] as const) {
    const { data } = await client.call("open_session", { session: "never", mode: "incognito", ...input });
    expect(data, JSON.stringify(input)).toMatchObject({ ok: false, error: "bad-input", message: expect.stringContaining(said) });
  }
});
