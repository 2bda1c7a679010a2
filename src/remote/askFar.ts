import http from "node:http";
import https from "node:https";
import { type Endpoint, secretsOf } from "../config/endpoint.ts";
import { unlessMalformed } from "../diagnosis/unlessMalformed.ts";
import { DroverError } from "../protocol/errors.ts";
import { addressOf, isSecure, passageTo } from "./link.ts";

export interface FarAnswer {
  status: number;
  /** Undefined where it is no JSON. */
  json: unknown;
  text: string;
}

export interface FarQuestion {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  headers?: Record<string, string>;
  body?: unknown;
  signal?: AbortSignal | undefined;
  /** How long the far side may take to answer. */
  patienceMs?: number;
}

const PATIENCE_MS = 20_000;
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

/** Asks an endpoint over HTTP; whatever it answers is an answer. Throws where there is none. */
export async function askFar(endpoint: Endpoint, path: string, { method = "GET", headers = {}, body, signal, patienceMs = PATIENCE_MS }: FarQuestion = {}): Promise<FarAnswer> {
  const base = addressOf(endpoint);
  const url = new URL(`${base.pathname.replace(/\/$/, "")}${path}`, base);
  for (const [name, value] of base.searchParams) url.searchParams.append(name, value);
  url.protocol = isSecure(base) ? "https:" : "http:";
  const passage = passageTo(endpoint);
  const text = body === undefined ? undefined : JSON.stringify(body);
  // Grid takes JSON only where it is said to be UTF-8.
  const sent = { accept: "application/json", ...passage.headers, ...headers, ...(text !== undefined && { "content-type": "application/json; charset=utf-8", "content-length": Buffer.byteLength(text) }) };
  // Without an agent's kept connections: a line that broke while nobody spoke is found out by who writes to it, and the answer would be that nobody is there.
  const options = { method, headers: sent, ...passage.tls, agent: passage.agent ?? false, signal };
  return new Promise((resolve, reject) => {
    const fail = (cause: Error) => reject(signal?.aborted ? (signal.reason as Error) : unanswered(endpoint, url, cause));
    const request = (url.protocol === "https:" ? https : http).request(url, options, (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on("data", (chunk: Buffer) => {
        size += chunk.length;
        if (size > MAX_ANSWER_BYTES) request.destroy(new Error(`its answer is longer than ${MAX_ANSWER_BYTES} bytes`));
        chunks.push(chunk);
      });
      response.on("error", fail);
      response.on("end", () => {
        const answer = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode ?? 0, json: unlessMalformed((): unknown => JSON.parse(answer)), text: answer });
      });
    });
    request.setTimeout(patienceMs, () => request.destroy(new Error(`it was silent for ${Math.round(patienceMs / 1000)} s`)));
    request.on("error", fail);
    request.end(text);
  });
}

const isTrust = (cause: Error & { code?: string }): boolean => /CERT|SIGNATURE|ALTNAME/.test(cause.code ?? "");

/** Nobody answered, or not so that it could be understood. */
export function unanswered(endpoint: Endpoint, { host }: URL, cause: Error): DroverError {
  const trust = isTrust(cause);
  return new DroverError("not-attachable", `endpoint "${endpoint.name}" (${host}) ${trust ? "is not trusted" : "does not answer"}: ${withoutSecretsOf(endpoint, cause.message || String((cause as { code?: unknown }).code))}`, {
    cause,
    hint: trust ? `Name whom to trust: drover endpoint add ${endpoint.name} … --ca file.pem` : `\`drover endpoint test ${endpoint.name}\` tries it.`,
    failure: { source: "unknown" },
  });
}

/** What the far side said, without what it was told. */
const withoutSecretsOf = (endpoint: Endpoint, text: string): string => secretsOf(endpoint).reduce((masked, secret) => masked.replaceAll(secret, "…"), text);

const MAX_QUOTED = 300;

/** A no of the far side, as what it is: who asks is not known there, there is no room, or it is broken. */
export function farRefusal(endpoint: Endpoint, { status, text, json }: FarAnswer, what: string): DroverError {
  const said = withoutSecretsOf(endpoint, messageIn(json) ?? text).replace(/\s+/g, " ").trim().slice(0, MAX_QUOTED);
  const quoted = said ? `: ${said}` : "";
  const { name } = endpoint;
  if (status === 401 || status === 403)
    return new DroverError("refused", `endpoint "${name}" does not accept who asks (${status}) when it should ${what}${quoted}`, {
      hint: `Its key, token or header is wrong or has expired. A person renews it: drover endpoint add ${name} … --key`,
      failure: { source: "unknown" },
      fields: { status },
    });
  if (status === 429)
    return new DroverError("quota-exceeded", `endpoint "${name}" has no room left (429) to ${what}${quoted}`, { hint: "Close sessions that are not needed, or try again later.", failure: { source: "unknown" }, fields: { status } });
  return new DroverError("provider-failed", `endpoint "${name}" could not ${what}: it answered ${status}${quoted}`, {
    hint: status >= 500 ? "The far side is broken or too busy; try again, or ask whoever runs it." : `\`drover endpoint test ${name}\` shows what answers there.`,
    failure: { source: "unknown" },
    fields: { status },
  });
}

function messageIn(json: unknown): string | undefined {
  if (typeof json !== "object" || json === null) return undefined;
  const { message, error, value, errors } = json as { message?: unknown; error?: unknown; value?: unknown; errors?: unknown };
  if (typeof message === "string") return message;
  if (Array.isArray(errors)) return messageIn(errors[0]);
  return typeof error === "string" ? error : (messageIn(error) ?? messageIn(value));
}
