/**
 * Runs in a worker before its own script: tells Drover what the worker posts to its page, and answers when Drover asks
 * from the page's side which worker this is.
 */
export {};

/** Replaced with a name that no page can guess; a binding of that name reports to Drover. */
const KEY = "__DROVER_TAP__";

type Report = (payload: string) => void;
type Post = (message: unknown, ...rest: unknown[]) => void;

interface WorkerScope {
  postMessage?: Post;
  Client?: { prototype: { postMessage: Post } };
  addEventListener(type: "message" | "connect", listener: (event: MessageEvent) => void, capture: boolean): void;
}

/** As a person would write it: text as it is, everything else as JSON. */
function textOf(message: unknown): string {
  if (typeof message === "string") return message;
  try {
    return JSON.stringify(message) ?? String(message);
  } catch {
    // What JSON cannot say (a cycle, a BigInt) is told by its name.
    return String(message);
  }
}

function install(): void {
  const scope = globalThis as unknown as WorkerScope;
  const report = (globalThis as unknown as Record<string, Report>)[KEY];
  if (!report) return;
  const tapped = (post: Post): Post =>
    function (this: unknown, message, ...rest) {
      report(JSON.stringify({ posted: textOf(message) }));
      return post.call(this ?? globalThis, message, ...rest);
    };
  if (scope.postMessage) scope.postMessage = tapped(scope.postMessage);
  // A service worker posts to its clients one by one.
  if (scope.Client) scope.Client.prototype.postMessage = tapped(scope.Client.prototype.postMessage);
  const answer = (event: MessageEvent) => {
    const asked = (event.data as Record<string, unknown> | null | undefined)?.[KEY];
    if (typeof asked !== "string") return;
    event.stopImmediatePropagation();
    report(JSON.stringify({ asked }));
  };
  scope.addEventListener("message", answer, true);
  if (!("onconnect" in scope)) return;
  // A shared worker has a port for each of its pages.
  MessagePort.prototype.postMessage = tapped(MessagePort.prototype.postMessage as Post);
  scope.addEventListener("connect", ({ ports: [port] }) => port?.addEventListener("message", answer, true), true);
}

install();
