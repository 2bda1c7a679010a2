import type { ConfirmHook } from "./confirmHooks.ts";

interface Grant {
  scope: ConfirmHook;
  grantedAt: number;
  expiresAt: number;
  uses: number;
}

/** Standing answers to confirm hooks, for sessions without a person at the keyboard. */
export class Approvals {
  readonly #grants = new Map<ConfirmHook, Grant>();

  grant(scope: ConfirmHook, ttlSeconds: number): void {
    const now = Date.now();
    this.#grants.set(scope, { scope, grantedAt: now, expiresAt: now + ttlSeconds * 1000, uses: 0 });
  }

  /** Uses a live grant; false when there is none. */
  consume(scope: ConfirmHook): boolean {
    const grant = this.#grants.get(scope);
    if (!grant || grant.expiresAt <= Date.now()) return false;
    grant.uses++;
    return true;
  }

  list(): (Grant & { remainingMs: number })[] {
    const now = Date.now();
    return [...this.#grants.values()]
      .filter((grant) => grant.expiresAt > now)
      .map((grant) => ({ ...grant, remainingMs: grant.expiresAt - now }));
  }
}
