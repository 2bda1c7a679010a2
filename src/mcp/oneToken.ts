import { createHash, timingSafeEqual } from "node:crypto";
import { bearerOf, challenge, type Gatekeeper } from "./gatekeeper.ts";

/** Lets in whoever has the token that was printed at the start. */
export const oneToken = (token: string): Gatekeeper => ({
  admit: async (request) => {
    const given = request.headers.get("authorization");
    if (sameText(bearerOf(request) ?? "", token)) return {};
    return given
      ? challenge("The token is not the one that drover mcp printed at its start.", { error: "invalid_token" })
      : challenge("The token that drover mcp printed at its start is missing.", {});
  },
});

export const digestOfToken = (token: string): Buffer => createHash("sha256").update(token).digest();

/** Takes as long for a near miss as for a wild guess. */
function sameText(a: string, b: string): boolean {
  return timingSafeEqual(digestOfToken(a), digestOfToken(b));
}
