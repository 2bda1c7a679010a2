import { randomBytes, timingSafeEqual } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { z } from "zod";
import type { Home } from "../config/home.ts";
import { writeWholeSync } from "../files/wholeFile.ts";
import { DroverError } from "../protocol/errors.ts";
import { bearerOf, challenge, type Gatekeeper } from "./gatekeeper.ts";
import { digestOfToken } from "./oneToken.ts";

const memberSchema = z.strictObject({
  name: z.string().regex(/^[\w.@-]{1,60}$/),
  /** Of the token, which itself is kept nowhere. */
  sha256: z.string().regex(/^[\da-f]{64}$/),
  addedAt: z.string(),
  expiresAt: z.string().optional(),
});

export type Member = z.infer<typeof memberSchema>;

const fileSchema = z.strictObject({ members: z.array(memberSchema) });

const PREFIX = "drover_";

/** Who may come in by a token of their own: a file of names and digests, read anew when it has changed. */
export class MemberTokens implements Gatekeeper {
  readonly #file: string;
  #read: { stamp: string; members: Member[] } | undefined;

  constructor({ memberTokens }: Home) {
    this.#file = memberTokens;
  }

  async admit(request: Request): Promise<{ member: string } | Response> {
    const token = bearerOf(request);
    if (token === undefined) return challenge("A token is missing: whoever runs this server gives it, by `drover mcp token add NAME`.", {});
    const digest = digestOfToken(token);
    // All of them are looked at, so that the time tells nothing.
    const known = this.members().filter(({ sha256 }) => timingSafeEqual(Buffer.from(sha256, "hex"), digest))[0];
    if (!known) return challenge("The token is not known here; it may have been removed.", { error: "invalid_token" });
    if (known.expiresAt !== undefined && Date.parse(known.expiresAt) <= Date.now()) return challenge("The token has expired.", { error: "invalid_token" });
    return { member: known.name };
  }

  members(): Member[] {
    const stat = statSync(this.#file, { throwIfNoEntry: false });
    if (!stat) return [];
    const stamp = `${stat.mtimeMs} ${stat.size} ${stat.ino}`;
    if (this.#read?.stamp !== stamp) this.#read = { stamp, members: this.#parse() };
    return this.#read.members;
  }

  /** The token is told once, here. */
  add(name: string, days: number | undefined): string {
    const token = `${PREFIX}${randomBytes(32).toString("base64url")}`;
    const expiresAt = days === undefined ? {} : { expiresAt: new Date(Date.now() + days * 86_400_000).toISOString() };
    const { data: member } = memberSchema.safeParse({ name, sha256: digestOfToken(token).toString("hex"), addedAt: new Date().toISOString(), ...expiresAt });
    if (!member) throw new DroverError("bad-input", `"${name}" cannot be a member's name`, { hint: "Letters, digits, dots, dashes and @, at most 60." });
    this.#write([...this.members(), member]);
    return token;
  }

  /** Every token of that name. */
  remove(name: string): number {
    const before = this.members();
    const left = before.filter((member) => member.name !== name);
    if (left.length < before.length) this.#write(left);
    return before.length - left.length;
  }

  #write(members: Member[]): void {
    writeWholeSync(this.#file, `${JSON.stringify({ members }, undefined, 2)}\n`);
  }

  #parse(): Member[] {
    try {
      return fileSchema.parse(JSON.parse(readFileSync(this.#file, "utf8"))).members;
    } catch (cause) {
      throw new DroverError("bad-input", `${this.#file} is not a list of members`, { cause, hint: "Remove the file and add the members again with `drover mcp token add NAME`." });
    }
  }
}
