import { DroverError } from "../../protocol/errors.ts";

export interface Credential {
  username: string;
  password: string;
}

/** A vault that the operator chose. What it cannot give it does not have. */
export interface CredentialsProvider {
  readonly name: string;
  totp?(account: string): Promise<string>;
  credential?(account: string): Promise<Credential>;
}

export type ProviderFault = "missing-program" | "not-logged-in" | "unknown-account" | "unsupported" | "timed-out" | "failed";

/** A lookup that came to nothing, with what to do about it. */
export const lookupFailed = (provider: string, reason: ProviderFault, message: string, hint: string): DroverError =>
  new DroverError("provider-failed", message, { hint, fields: { provider, reason }, failure: { source: "drover" } });

export const ELSE = "Try another account, or ask the person with await_human.";
