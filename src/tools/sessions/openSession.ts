import { z } from "zod";
import { viewportSchema } from "../../config/config.ts";
import { askMode } from "../../session/asks/askPolicy.ts";
import { displayOf } from "../../config/display.ts";
import { DroverError } from "../../protocol/errors.ts";
import { parseDialogPolicy } from "../../session/dialogPolicy.ts";
import { sessionModes } from "../../session/plan.ts";
import { defineTool } from "../defineTool.ts";
import { openedHar, openHarShape, readOpenHar } from "../traffic/harOptions.ts";
import { beginVideo, openedVideo, readVideo } from "../files/videoOptions.ts";
import { policyOption } from "../policies/askInput.ts";
import { initScriptsShape, readInitScripts } from "../javascript/initScripts.ts";
import { behaveFor } from "./behaveFor.ts";
import { readAsks } from "./openAsks.ts";
import { readSeed, seedShape } from "./seeding.ts";
import { sessionInfo, sessionInfoSchema } from "./sessionInfo.ts";
import { accessShape, readAccess, readCertificates } from "./shownToServers.ts";

export const openSession = defineTool({
  name: "open_session",
  family: "sessions",
  capability: "navigation",
  effect: "write",
  needs: "daemon",
  tells: "page",
  core: true,
  summary: "Open an isolated browser session by id. Sessions open on first use anyway; call this to choose its mode, profile, device or browser.",
  details: `Modes: \`persistent\` keeps cookies and storage in a profile (named by \`profile\`, else by the session's id; two
sessions on one profile share its browser and own their pages), \`incognito\` keeps nothing, \`attached\` drives a browser
that somebody else started (\`endpoint\`, loopback only; its engine is found out) and never closes it. \`port\` lets other programs of this machine attach
to it, of every user; without it only its owner can, except Firefox and on Windows. \`device\` is a preset such as "iPhone 14";
\`viewport\` overrides its size. \`on\` opens it on an endpoint that a person has named (\`drover endpoint add\`): a Grid or a provider gives it a browser of its own, which
ends with it (progress tells the place in line); a browser that runs there is attached to or, with \`mode: "incognito"\`, lends it a context. Opening an id that is open is an error. A session that an agent opens is its own unless it is \`shared\`;
one of a person's is every agent's too unless it is opened with \`shared: false\`. \`storageState\` or \`authState\` starts it logged in: as it is
in an incognito session; in a persistent one the profile's cookies, localStorage and IndexedDB are cleared first (with a warning);
for an attached browser it is ignored (with a warning). \`har\` records every request from the start (see \`start_har\`); \`hars\`
replays recorded ones: requests that the files have are answered from them, in the order given, and the rest goes to the network. \`recordVideo\` films
every page from the start (see \`start_video\`; needs \`file-io\`, and a browser of Drover's own).

\`credentials\` answer servers that ask for a name and a password (Basic, Digest), each its own origin only: \`https://ada:<INTRANET>@intra.example.com\`, written as it is, without
escapes. \`headers\` are sent with every request, or with those to one origin: \`https://api.example.com Authorization: Bearer <TOKEN>\`; headers that say who somebody is (and those with a secret)
need their origin. \`<NAME>\` is filled in when it is sent, so that the secret may be registered later; a password or token that is written out becomes a secret of the
session (\`HTTP_PASSWORD\`, \`HEADER_AUTHORIZATION\`): masked, never written to disk, and to be registered again after a restart of the daemon. Handshakes of WebSockets do not get
headers. \`ignoreTlsErrors\` accepts any certificate, for every page of the session: for tests.

\`clientCertificates\` show servers who is there, each its own https origin only: files of the workspace, \`cert\` with \`key\` (PEM) or \`pfx\` (PKCS#12), with a \`passphrase\` where
they have one, and \`ca\` for servers that a private authority vouches for. The gate of the session speaks TLS for these origins, with the server and with the browser, and checks the server's certificate itself; other
origins stay between the browser and the server. A passphrase is never written to disk: after a restart of the daemon the session is opened again.`,
  input: z.object({
    session: z.string().min(1).max(200).describe("any name"),
    mode: z.enum(sessionModes).optional().describe("keep log-ins, forget them, or drive a browser that runs"),
    profile: z.string().min(1).optional().describe("profile name; an absolute path needs `profile-path`"),
    endpoint: z.string().min(1).optional().describe("attached: where the browser listens"),
    on: z.string().min(1).max(60).optional().describe("name of an endpoint: browsers elsewhere"),
    browser: z.enum(["chrome", "chromium", "edge", "brave", "firefox"]).optional().describe("brand"),
    engine: z.enum(["chromium", "firefox"]).optional().describe("chromium"),
    headless: z.boolean().optional().describe("false: with a window"),
    port: z.int().min(0).max(65_535).optional().describe("debugging port for other programs; 0: any"),
    guard: z.boolean().optional().describe("refuse loopback, private, link-local and metadata addresses"),
    proxy: z.string().min(1).optional().describe("http(s):// or socks5://, user:password@ before the host"),
    webMcp: z.boolean().optional().meta({ description: "pages may offer tools", unlisted: true }),
    device: z.string().optional().describe("e.g. iPhone 15, Pixel 8"),
    viewport: viewportSchema.optional().describe("CSS pixels"),
    shared: z.boolean().optional().describe("let other agents use it"),
    dialogPolicy: z.string().optional().describe("accept | dismiss | raise | accept-prompt-with:<text>"),
    permissionPolicy: policyOption("perPermission").meta({ description: "mode, or {mode, perPermission}", listedAs: "allow | deny | raise | ask-human, or {mode, perPermission}" }),
    fsPickerPolicy: policyOption("perAPI").meta({ description: "mode, or {mode, perAPI}", listedAs: "the same, or {mode, perAPI}" }),
    notificationPolicy: z.union([askMode, z.object({ mode: askMode })]).optional().meta({ description: "mode, or {mode}", listedAs: "the same" }),
    ...accessShape,
    ...seedShape,
    ...initScriptsShape,
    ...openHarShape,
    recordVideo: z.record(z.string(), z.unknown()).optional().describe("as start_video"),
  }),
  output: z.object({ ok: z.literal(true), session: z.string(), ...sessionInfoSchema.shape, reused: z.boolean(), har: openedHar.optional(), video: openedVideo.optional(), warnings: z.array(z.string()).optional() }),
  engines: { chromium: "full", firefox: { partial: "a device preset sets size, scale and user agent; touch and mobile layout are not emulated; `ignoreTlsErrors` is for incognito sessions, `clientCertificates` for persistent ones" } },
  examples: [{ session: "checkout", mode: "incognito", device: "iPhone 14" }],
  cli: { positional: ["session"] },
  run: async (context, { session: id, dialogPolicy, permissionPolicy, notificationPolicy, fsPickerPolicy, credentials, headers, clientCertificates, storageState, authState, initScripts, har, hars, recordVideo, ...request }) => {
    const policy = dialogPolicy === undefined ? undefined : parseDialogPolicy(dialogPolicy);
    if (dialogPolicy !== undefined && !policy)
      throw new DroverError("bad-input", `unknown dialogPolicy "${dialogPolicy}"`, {
        hint: "Use accept, dismiss, raise or accept-prompt-with:<text>.",
      });
    const access = readAccess({ credentials, headers });
    const certificates = readCertificates(context.files, clientCertificates);
    const asks = readAsks({ permissionPolicy, notificationPolicy, fsPickerPolicy });
    const placeScripts = readInitScripts(context, initScripts);
    const filming = recordVideo && readVideo(context, recordVideo, request);
    const seed = await readSeed(context, { storageState, authState });
    const archives = await readOpenHar(context, id, { har, hars });
    const { session, warnings, reused } = await context.sessions.open(
      { id, ...request, display: displayOf(context.client.env), owner: context.client.owner, dialogPolicy: policy, ...(archives.hars && { hars: archives.hars }), ...(certificates?.length && { clientCertificates: certificates }) },
      context.config,
      context.admission,
      { signal: context.signal, tell: (line) => context.progress(line) },
    );
    for (const line of warnings) context.warn(line);
    await behaveFor(context.client, session);
    await asks({ session, files: context.files, warn: (line) => context.warn(line) });
    await placeScripts(session);
    if (access) await session.parts.access.set(access);
    for (const { origin, passphrase } of clientCertificates ?? []) if (origin !== undefined && passphrase !== undefined) session.parts.secrets.hide("CERTIFICATE_PASSPHRASE", passphrase, origin);
    await seed(session);
    const recording = await archives.begin(session);
    const video = filming && (await beginVideo(context, session, filming));
    return { ok: true as const, session: session.id, ...sessionInfo(session, context.client, context.calls), reused, ...(recording && { har: recording }), ...(video && { video }) };
  },
});
