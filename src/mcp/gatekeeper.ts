/** Somebody who may come in. Without a name it is whoever started the server. */
export interface Visitor {
  member?: string;
}

/** Decides who comes in. */
export interface Gatekeeper {
  /** Resolves with who it is, or with the answer that says no. */
  admit(request: Request): Promise<Visitor | Response>;
  /** What clients may read to find out where tokens are given, at its well-known address (RFC 9728). */
  readonly metadata?: Record<string, unknown>;
}

interface Challenge {
  error?: "invalid_token" | "insufficient_scope";
  resourceMetadata?: string | undefined;
  scope?: string | undefined;
}

/** The bearer token that a request brings. A token anywhere else, such as in the address, is none. */
export function bearerOf(request: Request): string | undefined {
  return /^Bearer +([\w.~+/=-]+)$/i.exec(request.headers.get("authorization")?.trim() ?? "")?.[1];
}

/** A no, with what a client needs to do better (RFC 6750, RFC 9728). */
export function challenge(message: string, { error, resourceMetadata, scope }: Challenge): Response {
  const parameters = [resourceMetadata && `resource_metadata="${resourceMetadata}"`, error && `error="${error}"`, error && `error_description="${message.replaceAll('"', "'")}"`, scope && `scope="${scope}"`].filter(Boolean).join(", ");
  return Response.json(
    { jsonrpc: "2.0", id: null, error: { code: -32_000, message } },
    { status: error === "insufficient_scope" ? 403 : 401, headers: { "www-authenticate": parameters ? `Bearer ${parameters}` : "Bearer" } },
  );
}
