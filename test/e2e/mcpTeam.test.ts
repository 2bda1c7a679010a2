import { readFileSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { Client, ClientCredentialsProvider, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { drover } from "./support/drover.ts";
import { ownHome, type TestHome } from "./support/home.ts";
import { connectOverHttp, dataOf, revisions, startHttpServer, type HttpServerProcess, type Revision } from "./support/mcp.ts";
import { test } from "./support/session.ts";

let home: TestHome;
beforeAll(() => {
  home = ownHome();
});
afterAll(() => home[Symbol.asyncDispose]());

const inHome = (...args: string[]) => drover(args, { env: home.env });
const auditLines = () => readFileSync(home.home.auditLog, "utf8").trim().split("\n").map((line) => JSON.parse(line) as Record<string, unknown>);
const post = (url: string, headers: Record<string, string> = {}) =>
  fetch(url, { method: "POST", headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers }, body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }) });

describe("members with tokens of their own", () => {
  let server: HttpServerProcess;
  const tokens: Record<string, string> = {};

  beforeAll(async () => {
    for (const name of ["ada", "bob", "eve"]) tokens[name] = (await inHome("mcp", "token", "add", name)).stdout.trim();
    server = await startHttpServer({ args: ["--auth", "token"], env: home.env as Record<string, string> });
  });
  afterAll(() => server.stop());

  const as = (name: string, revision?: Revision) => connectOverHttp({ ...server, token: tokens[name] ?? "" }, revision ? { revision } : {});

  test.for(revisions)("have sessions that are nobody else's (%s)", async (revision, { server: site }) => {
    const url = site.html("/mine", "<title>Mine</title>");
    const session = `shop-${revision}`;
    await home.call("open_session", { session: `persons-${revision}`, mode: "incognito" });
    const [ada, bob] = [await as("ada", revision), await as("bob", revision)];
    expect(dataOf(await ada.callTool({ name: "open_session", arguments: { session, mode: "incognito" } }))).toMatchObject({ ok: true });
    await ada.callTool({ name: "navigate", arguments: { session, url } });

    expect(dataOf(await bob.callTool({ name: "snapshot", arguments: { session } }))).toMatchObject({ error: "refused", message: expect.stringContaining("belongs to another agent") });
    expect(dataOf(await bob.callTool({ name: "snapshot", arguments: { session: `persons-${revision}` } }))).toMatchObject({ error: "refused" });
    expect(dataOf(await bob.callTool({ name: "open_session", arguments: { session } }))).toMatchObject({ error: "refused" });
    expect(dataOf(await bob.callTool({ name: "list_sessions", arguments: {} })).sessions).toEqual([]);

    await ada.close();
    const again = await as("ada", revision);
    expect(dataOf(await again.callTool({ name: "list_sessions", arguments: {} })).sessions).toMatchObject([{ id: session, url }]);
    expect(dataOf(await again.callTool({ name: "close_session", arguments: { session } }))).toMatchObject({ ok: true });
    expect((await home.call("list_sessions")).sessions.map(({ id }: { id: string }) => id)).toContain(`persons-${revision}`);
    await Promise.all([again.close(), bob.close()]);
  });

  test("keep profiles of one name apart, and what they did is written down", async ({ server: site }) => {
    const url = site.html("/profile", "<title>Profile</title>");
    const [ada, bob] = [await as("ada"), await as("bob")];
    await ada.callTool({ name: "open_session", arguments: { session: "hers", profile: "work" } });
    await ada.callTool({ name: "navigate", arguments: { session: "hers", url } });
    expect(dataOf(await bob.callTool({ name: "open_session", arguments: { session: "his", profile: "work" } }))).toMatchObject({ ok: true });
    const profiles = (await home.call("list_sessions")).sessions.map(({ profile }: { profile?: string }) => profile).filter(Boolean);
    expect(new Set(profiles).size).toBe(2);
    await Promise.all([ada.callTool({ name: "close_session", arguments: { session: "hers" } }), bob.callTool({ name: "close_session", arguments: { session: "his" } })]);
    await Promise.all([ada.close(), bob.close()]);
    expect(auditLines()).toEqual(expect.arrayContaining([expect.objectContaining({ member: "ada", tool: "navigate", session: "hers", ok: true }), expect.objectContaining({ member: "bob", tool: "open_session", session: "his", ok: true })]));
    expect(readFileSync(home.home.auditLog, "utf8")).not.toContain(url);
  });

  test("are told apart by their tokens only, of which none is kept", async () => {
    expect((await post(server.url)).status).toBe(401);
    expect((await post(server.url, { authorization: "Bearer drover_wrong" })).headers.get("www-authenticate")).toContain('error="invalid_token"');
    expect((await post(`${server.url}?access_token=${tokens["ada"]}`)).status).toBe(401);
    expect(readFileSync(home.home.memberTokens, "utf8")).not.toContain(tokens["ada"]);
    expect((await inHome("mcp", "token", "list")).stdout).toMatch(/ada .*\nbob /);
    expect(auditLines()).toContainEqual(expect.objectContaining({ refused: 401 }));
  });

  test("lose their way in with their token, in the middle of a session", async () => {
    const eve = await as("eve");
    expect(dataOf(await eve.callTool({ name: "list_sessions", arguments: {} }))).toMatchObject({ ok: true });
    expect((await inHome("mcp", "token", "remove", "eve")).code).toBe(0);
    await expect(eve.callTool({ name: "list_sessions", arguments: {} })).rejects.toThrow(/401|Unauthorized|not known/i);
    expect((await inHome("mcp", "token", "remove", "eve")).code).toBe(1);
  });

  test("cannot go on with another's MCP session", async () => {
    const ada = new Client({ name: "drover-tests", version: "1.0.0" }, { versionNegotiation: { mode: "legacy" } });
    const transport = new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers: { authorization: `Bearer ${tokens["ada"]}` } } });
    await ada.connect(transport);
    const taken = { "mcp-session-id": transport.sessionId ?? "", "mcp-protocol-version": "2025-11-25" };
    expect((await post(server.url, { ...taken, authorization: `Bearer ${tokens["bob"]}` })).status).toBe(404);
    expect((await post(server.url, { ...taken, authorization: `Bearer ${tokens["ada"]}` })).status).toBe(200);
    await ada.close();
  });
});

test("a server for other machines wants to know who comes in, and its own address", async () => {
  expect(await inHome("mcp", "--http", "--host", "0.0.0.0")).toMatchObject({ code: 2, stderr: expect.stringContaining("needs --auth") });
  expect(await inHome("mcp", "--http", "--host", "0.0.0.0", "--auth", "token")).toMatchObject({ code: 2, stderr: expect.stringContaining("--public-url") });
  expect(await inHome("mcp", "--http", "--auth", "oauth")).toMatchObject({ code: 2, stderr: expect.stringContaining("--issuer") });
  expect(await inHome("mcp", "--auth", "token")).toMatchObject({ code: 2, stderr: expect.stringContaining("--http") });
});

describe("OAuth", () => {
  const SCOPE = "drover:use";
  let server: HttpServerProcess;
  let issuer: string;
  let idp: http.Server;
  let sign: (claims: Record<string, unknown>, options?: { expires?: string; key?: Awaited<ReturnType<typeof generateKeyPair>>["privateKey"] }) => Promise<string>;
  /** What was asked of its token endpoint. */
  const asked: URLSearchParams[] = [];

  beforeAll(async () => {
    const { publicKey, privateKey } = await generateKeyPair("ES256", { extractable: true });
    idp = http.createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => void answer(request.url ?? "", Buffer.concat(chunks).toString()).then((body) => (body ? response.setHeader("content-type", "application/json").end(JSON.stringify(body)) : response.writeHead(404).end())));
    });
    await new Promise<void>((resolve) => idp.listen(0, "127.0.0.1", resolve));
    issuer = `http://127.0.0.1:${(idp.address() as AddressInfo).port}`;
    sign = (claims, { expires = "5m", key = privateKey } = {}) => new SignJWT(claims).setProtectedHeader({ alg: "ES256", kid: "1" }).setIssuer(issuer).setIssuedAt().setExpirationTime(expires).sign(key);
    const answer = async (url: string, body: string): Promise<object | undefined> => {
      if (url === "/.well-known/oauth-authorization-server")
        return { issuer, token_endpoint: `${issuer}/token`, authorization_endpoint: `${issuer}/authorize`, jwks_uri: `${issuer}/jwks`, response_types_supported: ["code"], grant_types_supported: ["client_credentials"], token_endpoint_auth_methods_supported: ["client_secret_basic"] };
      if (url === "/jwks") return { keys: [{ ...(await exportJWK(publicKey)), kid: "1", alg: "ES256", use: "sig" }] };
      if (url !== "/token") return undefined;
      const form = new URLSearchParams(body);
      asked.push(form);
      return { access_token: await sign({ sub: "ci-bot", aud: form.get("resource") ?? "nobody", scope: form.get("scope") ?? "" }), token_type: "Bearer", expires_in: 300 };
    };
    server = await startHttpServer({ args: ["--auth", "oauth", "--issuer", issuer, "--scope", SCOPE], env: home.env as Record<string, string> });
  });
  afterAll(async () => {
    await server.stop();
    idp.closeAllConnections();
    await new Promise((resolve) => idp.close(resolve));
  });

  test("a client finds out by itself where tokens are given, for which server, and comes in", async () => {
    const refused = await post(server.url);
    const { origin, pathname } = new URL(server.url);
    const metadata = `${origin}/.well-known/oauth-protected-resource${pathname}`;
    expect(refused.status).toBe(401);
    expect(refused.headers.get("www-authenticate")).toContain(`resource_metadata="${metadata}"`);
    expect(await (await fetch(metadata)).json()).toMatchObject({ resource: server.url, authorization_servers: [issuer], scopes_supported: [SCOPE] });

    const authProvider = new ClientCredentialsProvider({ clientId: "ci", clientSecret: "s3cret", expectedIssuer: issuer, scope: SCOPE });
    const client = new Client({ name: "drover-tests", version: "1.0.0" });
    await client.connect(new StreamableHTTPClientTransport(new URL(server.url), { authProvider }));
    expect(dataOf(await client.callTool({ name: "list_sessions", arguments: {} }))).toMatchObject({ ok: true });
    expect(asked.at(-1)?.get("resource")).toBe(server.url);
    expect(auditLines()).toContainEqual(expect.objectContaining({ member: "ci-bot", tool: "list_sessions" }));
    await client.close();
  });

  test("a token counts only if it is the issuer's, for this server, in time and for this use", async () => {
    const good = { sub: "ada", aud: server.url, scope: SCOPE };
    const answerTo = async (token: string) => {
      const { status, headers } = await post(server.url, { authorization: `Bearer ${token}` });
      return { status, why: headers.get("www-authenticate") ?? "" };
    };
    const { privateKey: another } = await generateKeyPair("ES256");
    expect((await answerTo(await sign(good))).status).not.toBe(401);
    expect(await answerTo(await sign({ ...good, aud: "https://other.example/mcp" }))).toMatchObject({ status: 401, why: expect.stringContaining("is not for") });
    expect(await answerTo(await sign(good, { expires: "-1m" }))).toMatchObject({ status: 401, why: expect.stringContaining("expired") });
    expect(await answerTo(await sign(good, { key: another }))).toMatchObject({ status: 401, why: expect.stringContaining("not signed") });
    expect(await answerTo(await sign({ aud: server.url, scope: SCOPE }))).toMatchObject({ status: 401, why: expect.stringContaining("sub") });
    expect(await answerTo(await sign({ ...good, scope: "other" }))).toMatchObject({ status: 403, why: expect.stringContaining(`scope="${SCOPE}"`) });
    expect(await answerTo(`${Buffer.from('{"alg":"none"}').toString("base64url")}.${Buffer.from(JSON.stringify({ ...good, iss: issuer, exp: 9e9 })).toString("base64url")}.`)).toMatchObject({ status: 401 });
  });
});
