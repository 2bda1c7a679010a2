import { z } from "zod";
import type { Challenge, Credentials, EnginePage, PausedRequest } from "../engine/port.ts";
import { DroverError } from "../protocol/errors.ts";
import type { Interceptor } from "./interception.ts";
import type { SessionPart, TellOfAction } from "./part.ts";
import type { Session } from "./session.ts";

const shownSchema = z.object({
  credentials: z.array(z.object({ origin: z.string(), username: z.string(), password: z.string() })),
  /** Without an origin: for every server. */
  headers: z.array(z.object({ origin: z.string().optional(), name: z.string(), value: z.string() })),
});

/** What servers are shown. Passwords and tokens stand in it as aliases of the session's secrets. */
export type ShownToServers = z.infer<typeof shownSchema>;

const EVERYWHERE = ["http://*", "https://*"];

/** What a session shows to servers besides what its pages send: credentials where they ask for them, and headers. */
export class ServerAccess implements SessionPart<ShownToServers>, Interceptor {
  readonly saved = shownSchema;
  readonly interceptor: Interceptor = this;
  readonly #session: Session;
  #shown: ShownToServers = { credentials: [], headers: [] };
  /** What was sent last of each value, to know it again where a redirect has taken it. */
  readonly #sent = new Map<string, string>();
  /** Why something was not shown, until somebody is told. */
  readonly #problems = new Set<string>();

  constructor(session: Session) {
    this.#session = session;
  }

  save(): ShownToServers | undefined {
    return this.#isEmpty ? undefined : this.#shown;
  }

  restore(shown: ShownToServers): void {
    this.#shown = shown;
  }

  async set({ credentials, headers }: ShownToServers): Promise<void> {
    const { secrets } = this.#session.parts;
    const hide = (name: string, text: string, origin: string | undefined): string => {
      if (origin === undefined || hasAlias(text)) return text;
      // Of "Bearer abc", what is secret may turn up without its scheme.
      const [, scheme = "", secret = text] = /^((?:basic|bearer|digest|token)\s+)(.+)$/i.exec(text) ?? [];
      return scheme + secrets.hide(name, secret, origin);
    };
    this.#shown = {
      credentials: credentials.map((each) => ({ ...each, password: hide("HTTP_PASSWORD", each.password, each.origin) })),
      headers: headers.map((each) => (isSensitive(each.name) ? { ...each, value: hide(`HEADER_${identifier(each.name)}`, each.value, each.origin) } : each)),
    };
    this.#session.changed();
    await this.#session.parts.interception.update();
  }

  prepare(page: EnginePage): Promise<void> | undefined {
    return this.#session.plan.ignoreTlsErrors ? page.acceptAnyCertificate?.() : undefined;
  }

  /** Firefox sends a header that was added to the places which a redirect leads to: all requests are looked at there. */
  get patterns(): readonly string[] {
    const { credentials, headers } = this.#shown;
    if (headers.some(({ origin }) => origin === undefined) || (!this.#isEmpty && this.#session.engine === "firefox")) return EVERYWHERE;
    return [...credentials, ...headers].map(({ origin }) => `${origin}/*`);
  }

  decide(): boolean {
    return false;
  }

  headersFor({ url, headers }: Pick<PausedRequest, "url" | "headers">): Record<string, string> | undefined {
    if (this.#shown.headers.length === 0 || !URL.canParse(url)) return undefined;
    const to = new URL(url);
    const sent = { ...headers };
    for (const { origin, name, value } of this.#shown.headers) {
      const present = Object.keys(sent).find((key) => key.toLowerCase() === name.toLowerCase());
      const meant = origin === undefined || origin === to.origin;
      const filled = meant ? this.#filledIn(value, to) : this.#sent.get(value);
      if (filled === undefined) continue;
      if (present !== undefined && (meant || sent[present] === filled)) delete sent[present];
      if (!meant) continue;
      sent[name] = filled;
      this.#sent.set(value, filled);
    }
    return sent;
  }

  get challenged(): Interceptor["challenged"] {
    return this.#shown.credentials.length === 0 ? undefined : (challenge) => this.#answer(challenge);
  }

  watchAction(): TellOfAction {
    return () => {
      const warnings = [...this.#problems];
      this.#problems.clear();
      return { warnings };
    };
  }

  #answer({ url }: Challenge): Credentials | undefined {
    const to = new URL(url);
    const known = this.#shown.credentials.find(({ origin }) => origin === to.origin);
    if (!known) return undefined;
    const [username, password] = [this.#filledIn(known.username, to), this.#filledIn(known.password, to)];
    return username === undefined || password === undefined ? undefined : { username, password };
  }

  #filledIn(text: string, to: URL): string | undefined {
    if (!hasAlias(text)) return text;
    try {
      return this.#session.parts.secrets.shown(text, to);
    } catch (thrown) {
      if (!(thrown instanceof DroverError)) throw thrown;
      this.#problems.add(`${to.origin} was not shown ${text}: ${thrown.message}.`);
      return undefined;
    }
  }

  get #isEmpty(): boolean {
    return this.#shown.credentials.length === 0 && this.#shown.headers.length === 0;
  }
}

export const hasAlias = (text: string): boolean => /<[A-Z][A-Z0-9_]*>/.test(text);

/** Headers whose values say who somebody is. */
export const isSensitive = (name: string): boolean => /auth|token|secret|passw|api-?key|session/i.test(name);

const identifier = (name: string): string => name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, "_");
