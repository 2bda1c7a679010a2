import http from "node:http";
import type { AddressInfo } from "node:net";
import WebSocket, { WebSocketServer } from "ws";

/** What an app that embeds Chromium without being a browser answers, as Electron does: its windows are its own to make. */
const refusals: Record<string, string> = {
  "Target.createTarget": "Not supported",
  "Target.createBrowserContext": "Failed to create browser context.",
};

/** In front of a Chromium's port, so that it behaves as an Electron app: pages whose address says `guest` are those of its `<webview>`s. */
export async function electronFront(port: number): Promise<{ port: number } & AsyncDisposable> {
  const { webSocketDebuggerUrl } = (await (await fetch(`http://127.0.0.1:${port}/json/version`)).json()) as { webSocketDebuggerUrl: string };
  const server = http.createServer((request, response) => {
    const version = { Browser: "Chrome/150.0.0.0", "User-Agent": "Mozilla/5.0 App/1.0 Chrome/150.0.0.0 Electron/44.4.5", webSocketDebuggerUrl: `ws://${request.headers.host}/devtools/browser/app` };
    response.writeHead(request.url === "/json/version" ? 200 : 404, { "content-type": "application/json" }).end(JSON.stringify(version));
  });
  const sockets = new WebSocketServer({ server });
  sockets.on("connection", (near) => {
    const far = new WebSocket(webSocketDebuggerUrl);
    const opened = new Promise((resolve) => far.once("open", resolve));
    near.on("message", async (data) => {
      const { id, method, sessionId } = JSON.parse(String(data)) as { id: number; method: string; sessionId?: string };
      const message = refusals[method] ?? (/^(Extensions|PWA|Autofill)\./.test(method) ? `'${method}' wasn't found` : undefined);
      if (message !== undefined) return near.send(JSON.stringify({ id, error: { code: -32000, message }, ...(sessionId && { sessionId }) }));
      await opened;
      far.send(String(data));
    });
    far.on("message", (data) => near.send(String(data).replaceAll(/"type":"page"(?=[^{}]*"url":"[^"]*guest)/g, '"type":"webview"')));
    near.on("close", () => far.close());
    far.on("close", () => near.close());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets.clients) socket.terminate();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
