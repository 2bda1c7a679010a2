import type { Login } from "../../wire.ts";

/** The token comes once, in the address's fragment; afterwards a cookie stands for it and the address holds no secret. */
export async function logIn(): Promise<void> {
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  if (!token) return;
  const login: Login = { token };
  history.replaceState(null, "", `${location.pathname}#/sessions`);
  await fetch("/login", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(login) });
}
