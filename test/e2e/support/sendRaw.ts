import net from "node:net";

/** A request as it is written on the wire, since clients of HTTP would not send these; gives what came back until the end. */
export const sendRaw = (url: URL, head: string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = net.connect(Number(url.port), "127.0.0.1", () => socket.end(`${head.join("\r\n")}\r\n\r\n`));
    let answer = "";
    socket.on("data", (data) => (answer += String(data)));
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
  });

/** What asks for a WebSocket. */
export const upgrading = ["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="];
