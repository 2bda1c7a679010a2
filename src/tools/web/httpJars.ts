import type { CookieJar } from "tough-cookie";
import type { Cookie } from "../../engine/port.ts";

const MAX_JARS = 200;

/** Cookies of requests that no browser makes, by whose they are and their session's id. They are those of this daemon. */
const jars = new Map<string, Promise<CookieJar>>();

export function jarOf(owner: string, sessionId: string): Promise<CookieJar> {
  const key = JSON.stringify([owner, sessionId]);
  const jar = jars.get(key) ?? newJar();
  jars.delete(key);
  jars.set(key, jar);
  for (const oldest of jars.keys()) {
    if (jars.size <= MAX_JARS) break;
    jars.delete(oldest);
  }
  return jar;
}

export async function newJar(): Promise<CookieJar> {
  const { CookieJar } = await import("./libraries.ts");
  return new CookieJar(undefined, { looseMode: true, rejectPublicSuffixes: true });
}

/** Puts a browser's cookies into a jar; gives back those that it took. */
export async function fillJar(jar: CookieJar, cookies: readonly Cookie[], scope: URL): Promise<Cookie[]> {
  const { Cookie: Made } = await import("./libraries.ts");
  const taken: Cookie[] = [];
  for (const cookie of cookies) {
    const host = cookie.domain.replace(/^\./, "");
    const made = new Made({
      key: cookie.name,
      value: cookie.value,
      domain: host,
      path: cookie.path,
      hostOnly: cookie.hostOnly ?? !cookie.domain.startsWith("."),
      httpOnly: cookie.httpOnly,
      secure: cookie.secure,
      ...(cookie.sameSite && { sameSite: cookie.sameSite.toLowerCase() }),
      ...(cookie.expires > 0 && { expires: new Date(cookie.expires * 1000) }),
    });
    const at = `${cookie.secure ? "https:" : scope.protocol}//${host}${cookie.path}`;
    if (await jar.setCookie(made, at, { ignoreError: true, loose: true })) taken.push(cookie);
  }
  return taken;
}
