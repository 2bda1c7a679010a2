import { DroverError } from "../../protocol/errors.ts";
import type { CdpSession } from "./connection.ts";

/**
 * Scripts that name a source map, by URL. Only the debugger knows them all (evaluated ones too), and it tells them when it
 * is switched on: it is on for that moment only, because it slows scripts down and pages can stop in it.
 */
export async function scriptsWithSourceMaps(sessions: CdpSession[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  await Promise.all(
    sessions.map(async (session) => {
      const stop = session.on("Debugger.scriptParsed", ({ url, sourceMapURL }) => {
        if (url && sourceMapURL) found.set(url, sourceMapURL);
      });
      const enabled = session.send("Debugger.enable");
      session.post("Debugger.setSkipAllPauses", { skip: true });
      const disabled = session.send("Debugger.disable");
      await Promise.allSettled([enabled, disabled]);
      stop();
    }),
  );
  return found;
}

/** Fetches with the frame's cookies, as DevTools does for source maps: no request shows in the page. */
export async function loadResource(session: CdpSession, frameId: string, url: string, maxBytes: number): Promise<Buffer> {
  const { resource } = await session.send("Network.loadNetworkResource", {
    frameId,
    url,
    options: { disableCache: false, includeCredentials: true },
  });
  const handle = resource.stream;
  if (!resource.success || handle === undefined)
    throw new DroverError("not-found", `${url} could not be fetched: ${resource.netErrorName ?? resource.httpStatusCode ?? "no answer"}`);
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for (let eof = false; !eof; ) {
      const part = await session.send("IO.read", { handle });
      const chunk = Buffer.from(part.data, part.base64Encoded ? "base64" : "utf8");
      chunks.push(chunk);
      length += chunk.length;
      if (length > maxBytes) throw new DroverError("too-large", `${url} has more than ${maxBytes} bytes`);
      eof = part.eof;
    }
  } finally {
    session.post("IO.close", { handle });
  }
  return Buffer.concat(chunks);
}
