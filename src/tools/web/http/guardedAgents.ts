import http from "node:http";
import https from "node:https";
import type { Duplex } from "node:stream";
import type { guardedRules } from "../../../session/judgedAddress.ts";
import { connectGuarded } from "../../../session/guardedConnection.ts";

export type Rules = ReturnType<typeof guardedRules>;

interface Agents {
  plain: http.Agent;
  tls: https.Agent;
}

const options = { keepAlive: true, maxFreeSockets: 8, timeout: 15_000 };
const MAX_POOLS = 8;

type Done = (error: Error | null, socket: Duplex) => void;

function connect(protocol: string, rules: Rules, { host, port }: { host?: string | null; port?: number | string | null }, done: Done): void {
  const name = host?.includes(":") ? `[${host}]` : host;
  connectGuarded(new URL(`${protocol}//${name}:${port}/`), rules).then(
    (socket) => done(null, socket),
    (thrown: Error) => (done as (error: Error) => void)(thrown),
  );
}

/** By their rules: a connection that is used again was judged by the same. */
const pools = new Map<string, Agents>();

export function agentFor({ protocol }: URL, rules: Rules): http.Agent {
  const key = JSON.stringify(rules);
  const pool = pools.get(key) ?? { plain: new PlainAgent(rules), tls: new TlsAgent(rules) };
  pools.delete(key);
  pools.set(key, pool);
  const [oldest] = pools.keys();
  if (pools.size > MAX_POOLS && oldest !== undefined) pools.delete(oldest);
  return protocol === "https:" ? pool.tls : pool.plain;
}

class PlainAgent extends http.Agent {
  readonly #rules: Rules;

  constructor(rules: Rules) {
    super(options);
    this.#rules = rules;
  }

  override createConnection(place: http.ClientRequestArgs, done: Done): undefined {
    connect("http:", this.#rules, place, done);
  }
}

class TlsAgent extends https.Agent {
  readonly #rules: Rules;

  constructor(rules: Rules) {
    super(options);
    this.#rules = rules;
  }

  override createConnection(place: https.RequestOptions, done: Done): undefined {
    connect("https:", this.#rules, place, done);
  }
}
