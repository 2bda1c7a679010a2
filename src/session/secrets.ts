import { z } from "zod";
import type { EngineFrame } from "../engine/port.ts";
import { inScope, parseScope, type SecretScope } from "../policy/secretScope.ts";
import { DroverError } from "../protocol/errors.ts";
import type { SessionPart } from "./part.ts";
import type { Session } from "./session.ts";

export const secretName = /^[A-Z][A-Z0-9_]*$/;
const alias = /^<([A-Z][A-Z0-9_]*)>$/;
const aliases = /<([A-Z][A-Z0-9_]*)>/g;
const MAX_SECRETS = 32;
/** A shorter one would be found in too many words. */
const MIN_LENGTH = 4;

interface Secret {
  value: string;
  scope: SecretScope | undefined;
  scopeText: string | undefined;
  release: () => void;
}

/** What is to be typed: a value, and the alias that tells of it where the value must not. */
export interface FilledIn {
  value: string;
  alias?: string;
}

/** Values that the caller uses by their names and never sees. They are in memory only: the session's record has the names. */
export class SessionSecrets implements SessionPart<string[]> {
  readonly saved = z.array(z.string());
  readonly #session: Session;
  readonly #secrets = new Map<string, Secret>();
  /** Those whose values went with an earlier daemon. */
  #lost: readonly string[] = [];

  constructor(session: Session) {
    this.#session = session;
  }

  save(): string[] | undefined {
    const names = [...this.#secrets.keys(), ...this.#lost];
    return names.length > 0 ? names : undefined;
  }

  restore(names: string[]): void {
    this.#lost = names;
  }

  /** The same session goes on in another browser: its values are still in this daemon's memory. */
  takeOver(before: SessionSecrets): void {
    for (const [name, secret] of before.#secrets) this.#secrets.set(name, secret);
    before.#secrets.clear();
    this.#lost = this.#lost.filter((name) => !this.#secrets.has(name));
  }

  end(): void {
    for (const { release } of this.#secrets.values()) release();
    this.#secrets.clear();
  }

  get names(): string[] {
    return [...this.#secrets.keys()];
  }

  list(): { name: string; scope: string | null }[] {
    return [...this.#secrets].map(([name, { scopeText }]) => ({ name, scope: scopeText ?? null }));
  }

  /** Those that must be registered again. */
  get lost(): readonly string[] {
    return this.#lost;
  }

  register(name: string, value: string, scopeText: string | undefined): void {
    const scope = scopeText === undefined ? undefined : scopeOf(scopeText);
    refuseUnfit(value);
    const before = this.#secrets.get(name);
    if (!before && this.#secrets.size >= MAX_SECRETS)
      throw new DroverError("refused", `session "${this.#session.id}" has ${MAX_SECRETS} secrets, and takes no more`, {
        hint: "Register another value under a name that is there, or close the session: its secrets go with it.",
      });
    const release = this.#session.exit.hold(name, value);
    before?.release();
    this.#secrets.set(name, { value, scope, scopeText, release });
    this.#lost = this.#lost.filter((each) => each !== name);
    this.#session.changed();
  }

  isAlias(text: string): boolean {
    return alias.test(text);
  }

  /** The value of what is nothing but an alias, for the frame that gets it; other text as it is. */
  async filledIn(text: string, frame: EngineFrame): Promise<FilledIn> {
    const name = alias.exec(text)?.[1];
    const secret = name === undefined ? undefined : this.#named(name);
    if (name === undefined || !secret) return { value: text };
    requireScope(name, secret, await frame.ask("documentPlace", null));
    return { value: secret.value, alias: text };
  }

  /** Whether the frame that an alias was filled in for may still have it: it may have gone elsewhere meanwhile. */
  async requireStill({ alias: used }: FilledIn, frame: EngineFrame): Promise<void> {
    if (used !== undefined) await this.filledIn(used, frame);
  }

  /** Text for a server, with each alias in it filled in, and whether one of them is for some places only. */
  async sent(text: string, frame: EngineFrame, to: URL): Promise<{ text: string; scoped: boolean }> {
    let scoped = false;
    let filled = text;
    for (const [name, secret] of this.#secrets) {
      if (!filled.includes(`<${name}>`)) continue;
      requireScope(name, secret, await frame.ask("documentPlace", null));
      requireScope(name, secret, { origin: to.origin, path: to.pathname });
      scoped ||= secret.scope !== undefined;
      filled = filled.replaceAll(`<${name}>`, () => secret.value);
    }
    return { text: filled, scoped };
  }

  /** Text that a server is shown by the browser and not by a page, with each alias in it filled in: only the server's place decides. */
  shown(text: string, to: URL): string {
    return text.replaceAll(aliases, (_, name: string) => {
      const secret = this.#named(name);
      if (!secret) throw new DroverError("not-found", `no secret ${name} is registered in session "${this.#session.id}"`, { hint: `Register it with register_secret, or \`drover secret set ${name}\`.` });
      requireScope(name, secret, { origin: to.origin, path: to.pathname });
      return secret.value;
    });
  }

  /** A value that the caller gave in passing: it is told by an alias from here on, and kept as one. */
  hide(name: string, value: string, scopeText: string): string {
    let free = name;
    for (let n = 2; this.#secrets.has(free); n++) free = `${name}_${n}`;
    this.register(free, value, scopeText);
    return `<${free}>`;
  }

  /** Undefined when angle brackets mean nothing here. */
  #named(name: string): Secret | undefined {
    const secret = this.#secrets.get(name);
    if (secret) return secret;
    if (this.#lost.includes(name))
      throw new DroverError("not-found", `the value of the secret ${name} went with an earlier daemon: values are kept in memory only`, {
        hint: `Register ${name} again: register_secret, or \`drover secret set ${name}\`.`,
      });
    if (this.#secrets.size === 0) return undefined;
    throw new DroverError("not-found", `no secret ${name} is registered in session "${this.#session.id}"`, {
      hint: `Registered: ${this.names.join(", ")}. Register it with register_secret, or \`drover secret set ${name}\`.`,
    });
  }
}

function scopeOf(text: string): SecretScope {
  const scope = parseScope(text);
  if (scope) return scope;
  throw new DroverError("bad-input", `"${text}" is no scope`, {
    hint: "A scope is a host, with or without scheme, port and beginning of a path: app.example.com, https://app.example.com, localhost:3000.",
  });
}

function refuseUnfit(value: string): void {
  if (value.length >= MIN_LENGTH && value.trim() !== "") return;
  throw new DroverError("bad-input", `a secret has ${MIN_LENGTH} characters or more: a shorter one would be masked in every other word`, {
    hint: "Shorter codes are typed as they are.",
  });
}

function requireScope(name: string, { scope, scopeText }: Secret, place: { origin: string; path: string }): void {
  if (!scope || inScope(scope, place)) return;
  throw new DroverError("wrong-origin", `the secret ${name} is for ${scopeText} only, and would have gone to ${place.origin === "null" ? "a document without an origin" : place.origin + place.path}`, {
    hint: `Go to a page of ${scopeText} first. If it belongs here, register it again with another scope.`,
    failure: { source: "drover", kind: "secret-scope" },
  });
}
