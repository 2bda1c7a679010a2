import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from "jose";
import { mayFail } from "../diagnosis/mayFail.ts";
import { DroverError } from "../protocol/errors.ts";
import { bearerOf, challenge, type Gatekeeper, type Visitor } from "./gatekeeper.ts";

export interface OAuthOptions {
  /** Who gives out tokens. */
  issuer: string;
  /** What this server is called in them: its address as clients know it. */
  resource: string;
  /** What a token must allow. */
  scope: string | undefined;
  resourceMetadata: string;
}

/** Signatures that a key of the issuer's can prove; none that this server could make itself. */
const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"];

/** Takes tokens of an authorization server, made for this server and nobody else (RFC 9728, RFC 8707, RFC 9068). */
export class OAuthTokens implements Gatekeeper {
  readonly metadata: Record<string, unknown>;
  readonly #options: OAuthOptions;
  #keys: Promise<JWTVerifyGetKey> | undefined;

  constructor(options: OAuthOptions) {
    this.#options = options;
    const { resource, issuer, scope } = options;
    this.metadata = { resource, authorization_servers: [issuer], bearer_methods_supported: ["header"], ...(scope !== undefined && { scopes_supported: scope.split(" ") }), resource_name: "Drover" };
  }

  async admit(request: Request): Promise<Visitor | Response> {
    const { resourceMetadata, scope } = this.#options;
    const token = bearerOf(request);
    if (token === undefined) return challenge("A token is missing.", { resourceMetadata, scope });
    const claims = await this.#claimsOf(token);
    if (typeof claims === "string") return challenge(claims, { error: "invalid_token", resourceMetadata, scope });
    const granted = scopesOf(claims);
    if (scope !== undefined && !scope.split(" ").every((each) => granted.includes(each))) return challenge("The token does not allow this.", { error: "insufficient_scope", resourceMetadata, scope });
    return claims.sub ? { member: claims.sub } : challenge("The token does not say whose it is.", { error: "invalid_token", resourceMetadata, scope });
  }

  /** Or why it is no token for here. */
  async #claimsOf(token: string): Promise<JWTPayload | string> {
    const { issuer, resource } = this.#options;
    try {
      const { payload } = await jwtVerify(token, await this.#issuersKeys(), { issuer, audience: resource, algorithms: ALGORITHMS, requiredClaims: ["exp", "sub"], clockTolerance: 5 });
      return payload;
    } catch (thrown) {
      if (thrown instanceof errors.JWTExpired) return "The token has expired.";
      if (thrown instanceof errors.JWTClaimValidationFailed) return thrown.claim === "aud" ? `The token is not for ${resource}.` : `The token's ${thrown.claim} is wrong or missing.`;
      if (thrown instanceof errors.JOSEError && !(thrown instanceof errors.JWKSTimeout)) return "The token was not signed by the issuer, or is no JWT.";
      throw thrown;
    }
  }

  #issuersKeys(): Promise<JWTVerifyGetKey> {
    if (this.#keys) return this.#keys;
    const keys = keysOf(this.#options.issuer);
    this.#keys = keys;
    // One that was out of reach is asked again by the next request.
    void mayFail(keys, "the request that needs the keys tells of it").then((found) => {
      if (!found) this.#keys = undefined;
    });
    return keys;
  }
}

const scopesOf = ({ scope, scp }: JWTPayload): string[] => {
  const given = scope ?? scp;
  return Array.isArray(given) ? given.map(String) : typeof given === "string" ? given.split(" ") : [];
};

/** Where the issuer's metadata may be (RFC 8414, OpenID Connect Discovery). */
function metadataPlaces(issuer: string): URL[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, "");
  return [`${origin}/.well-known/oauth-authorization-server${path}`, `${origin}/.well-known/openid-configuration${path}`, `${origin}${path}/.well-known/openid-configuration`].map((place) => new URL(place));
}

async function keysOf(issuer: string): Promise<JWTVerifyGetKey> {
  for (const place of metadataPlaces(issuer)) {
    const answer = await fetch(place, { signal: AbortSignal.timeout(10_000), redirect: "error" }).catch((cause: unknown) => {
      throw new DroverError("provider-failed", `the issuer ${issuer} does not answer`, { cause });
    });
    const found = answer.ok ? ((await answer.json()) as { issuer?: unknown; jwks_uri?: unknown }) : undefined;
    if (found?.issuer === issuer && typeof found.jwks_uri === "string") return createRemoteJWKSet(new URL(found.jwks_uri));
  }
  throw new DroverError("provider-failed", `the issuer ${issuer} names no keys: it has no metadata of its own name with jwks_uri`);
}
