/** Answers that a browser shows or hands to the page's own code, and never runs by itself. */

interface MockedResponse {
  status?: number | undefined;
  contentType?: string | undefined;
  headers?: Record<string, string> | undefined;
  /** Undefined when it is bytes. */
  body?: string | undefined;
}

/** Exactly one of these, with at most a charset behind it: browsers read a list of types by its last one. */
const inertType =
  /^(application\/(json|[\w.-]+\+json|x-ndjson|octet-stream|x-www-form-urlencoded|grpc-web(\+proto)?|x-protobuf|pdf)|text\/(plain|csv|css|event-stream|vtt|markdown)|image\/(png|jpeg|gif|webp|avif|bmp|x-icon|vnd\.microsoft\.icon)|(audio|video|font)\/[\w.+-]+)(\s*;\s*charset="?[\w-]+"?)?$/i;

/** They send the browser elsewhere for what it is going to run. */
const leadingHeaders = new Set(["location", "refresh", "link", "speculation-rules"]);

const isInertType = (type: string): boolean => inertType.test(type.trim());

/**
 * The response as it may be given by somebody who may not run scripts, or what in it would run. `nosniff` is what keeps browsers from
 * running it in a script's place whatever its type says.
 */
export function inertResponse<R extends MockedResponse>(response: R): { inert: R & { headers: Record<string, string> } } | { runs: string } {
  const given = Object.entries(response.headers ?? {});
  const leading = given.find(([name]) => leadingHeaders.has(name.toLowerCase()));
  if (leading) return { runs: `the header ${leading[0]}` };
  const types = given.filter(([name]) => name.toLowerCase() === "content-type").map(([, type]) => type);
  const type = types.at(-1) ?? response.contentType ?? guessedType(response.body);
  const wrong = [...types, type].find((each) => !isInertType(each));
  if (wrong !== undefined) return { runs: `an answer of the type ${wrong}` };
  const rest = given.filter(([name]) => !["content-type", "x-content-type-options"].includes(name.toLowerCase()));
  return { inert: { ...response, headers: { ...Object.fromEntries(rest), "content-type": type, "x-content-type-options": "nosniff" } } };
}

/** As the answer would be read without a word about its type. */
function guessedType(body: string | undefined): string {
  const start = body?.trimStart()[0];
  if (start === "<") return "text/html";
  if (start === "{" || start === "[") return "application/json";
  return body === undefined ? "application/octet-stream" : "text/plain; charset=utf-8";
}

const inertEndings = /\.(txt|log|json|ndjson|csv|md|png|jpe?g|gif|webp|avif|bmp|ico|pdf|mp[34]|webm|ogg|wav|woff2?|ttf|otf|vtt)$/i;

/** What an address has the browser run, in words; undefined when it runs nothing but what a server sends. */
export function runBy(url: URL): string | undefined {
  if (url.protocol === "http:" || url.protocol === "https:" || url.protocol === "blob:") return undefined;
  if (url.protocol === "data:") {
    const type = /^([^,]*?)(;base64)?,/i.exec(url.href.slice("data:".length))?.[1]?.trim() || "text/plain";
    return isInertType(type.replace(/^;/, "text/plain;")) ? undefined : `a data: address of the type ${type}`;
  }
  if (url.protocol === "file:") return inertEndings.test(url.pathname) ? undefined : "a file that may hold scripts";
  if (url.protocol === "about:") return ["blank", "srcdoc"].includes(url.pathname) ? undefined : `${url.protocol}${url.pathname}, a page of the browser's own`;
  return `an address of ${url.protocol}, which is the browser's own`;
}
