import { PageRefusal } from "../pageRefusal.ts";
import type { PageFetchAnswer, PageFetchArg } from "./api.ts";
import { bytesOfBase64, readBase64 } from "./bytes.ts";
import { headersOf } from "./headers.ts";

/** Fetches with the page's cookies and under its rules; the body is cut at `maxBytes` and the rest not downloaded. */
export async function pageFetch(arg: PageFetchArg): Promise<PageFetchAnswer> {
  const { url, method, headers, body, credentials, redirect, maxBytes, timeoutMs } = arg;
  const ended = new AbortController();
  const timer = setTimeout(() => ended.abort(), timeoutMs);
  try {
    const response = await fetch(new URL(url, location.href).href, {
      method,
      headers,
      credentials,
      redirect,
      signal: ended.signal,
      ...(body !== undefined && { body: bytesOfBase64(body) }),
    });
    const { blob, truncated } = await readBody(response, maxBytes);
    return {
      status: response.status,
      statusText: response.statusText,
      url: response.url,
      redirected: response.redirected,
      headers: headersOf(response),
      body: await readBase64(blob),
      bytes: blob.size,
      truncated,
    };
  } catch (thrown) {
    if (thrown instanceof PageRefusal) throw thrown;
    if (ended.signal.aborted) throw new PageRefusal("timeout", `${method} ${url} did not finish within ${timeoutMs} ms`);
    throw fetchFailed(arg, thrown as Error);
  } finally {
    clearTimeout(timer);
    ended.abort();
  }
}

async function readBody(response: Response, maxBytes: number): Promise<{ blob: Blob; truncated: boolean }> {
  const reader = response.body?.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  while (reader && size <= maxBytes) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    size += value.byteLength;
  }
  const blob = new Blob(chunks);
  return size > maxBytes ? { blob: blob.slice(0, maxBytes), truncated: true } : { blob, truncated: false };
}

function fetchFailed({ url, method, redirect }: PageFetchArg, error: Error): PageRefusal {
  const elsewhere = location.origin !== new URL(url, location.href).origin;
  const hint =
    location.origin === "null"
      ? "This page has no origin: navigate to the site first."
      : elsewhere
        ? `The page is on ${location.origin}: another origin's server must allow it (CORS). Navigate to that origin first, or look at the page's console.`
        : "The server did not answer, or the page's Content-Security-Policy forbids it: look at the page's console.";
  const redirects = redirect === "error" ? 'It redirects, which redirect:"error" refuses, or else: ' : "";
  return new PageRefusal("fetch-failed", `${method} ${url} failed: ${error.message}`, { hint: redirects + hint });
}
