import WebSocket from "ws";

interface Node {
  nodeId: number;
  nodeName: string;
  nodeValue: string;
  children?: Node[];
  shadowRoots?: Node[];
}

/** Somebody at the window: presses keys and buttons through the browser's own port, unknown to Drover. */
export class Bystander implements AsyncDisposable {
  readonly #socket: WebSocket;
  #lastId = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  static async at(endpoint: string, url: string): Promise<Bystander> {
    const targets = (await (await fetch(new URL("/json", endpoint.replace(/^ws/, "http")))).json()) as { type: string; url: string; webSocketDebuggerUrl: string }[];
    const target = targets.find((each) => each.type === "page" && each.url === url);
    if (!target) throw new Error(`no page at ${url}`);
    const socket = new WebSocket(target.webSocketDebuggerUrl);
    await new Promise((resolve) => socket.once("open", resolve));
    return new Bystander(socket);
  }

  /** The words of every button that is to be seen, closed shadow roots included. */
  async buttons(): Promise<string[]> {
    return (await this.#buttons()).map(({ label }) => label);
  }

  async press(label: string): Promise<void> {
    const button = (await this.#buttons()).find((each) => each.label === label);
    if (!button) throw new Error(`no button "${label}"`);
    const { model } = (await this.#send("DOM.getBoxModel", { nodeId: button.nodeId })) as { model: { content: number[] } };
    const [left = 0, top = 0, , , right = 0, bottom = 0] = model.content;
    await this.click((left + right) / 2, (top + bottom) / 2);
  }

  async click(x: number, y: number): Promise<void> {
    for (const type of ["mouseMoved", "mousePressed", "mouseReleased"]) await this.#send("Input.dispatchMouseEvent", { type, x, y, button: "left", clickCount: 1 });
  }

  /** In the middle of what a selector finds first. */
  async clickOn(selector: string): Promise<void> {
    const [x, y] = (await this.evaluate(`(({ x, y, width, height }) => [x + width / 2, y + height / 2])(document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect())`)) as [number, number];
    await this.click(x, y);
  }

  async type(text: string): Promise<void> {
    for (const letter of text) await this.key(letter, letter);
  }

  async key(key: string, text = key === "Enter" ? "\r" : undefined): Promise<void> {
    await this.#send("Input.dispatchKeyEvent", { type: "keyDown", key, ...(text && { text }), ...(key === "Enter" && { windowsVirtualKeyCode: 13 }) });
    await this.#send("Input.dispatchKeyEvent", { type: "keyUp", key });
  }

  async evaluate(expression: string): Promise<unknown> {
    const { result } = (await this.#send("Runtime.evaluate", { expression, returnByValue: true, awaitPromise: true })) as { result: { value?: unknown } };
    return result.value;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#socket.close();
  }

  async #buttons(): Promise<{ label: string; nodeId: number }[]> {
    const { root } = (await this.#send("DOM.getDocument", { depth: -1, pierce: true })) as { root: Node };
    const found: { label: string; nodeId: number }[] = [];
    const walk = (node: Node) => {
      if (node.nodeName === "BUTTON") found.push({ label: node.children?.[0]?.nodeValue ?? "", nodeId: node.nodeId });
      for (const child of [...(node.children ?? []), ...(node.shadowRoots ?? [])]) walk(child);
    };
    walk(root);
    return found;
  }

  #send(method: string, params: object = {}): Promise<unknown> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      const hear = (data: WebSocket.RawData) => {
        const message = JSON.parse(String(data)) as { id?: number; result?: unknown; error?: { message: string } };
        if (message.id !== id) return;
        this.#socket.off("message", hear);
        if (message.error) reject(new Error(message.error.message));
        else resolve(message.result);
      };
      this.#socket.on("message", hear);
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
  }
}
