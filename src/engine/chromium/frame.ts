import type { Protocol } from "devtools-protocol";
import pageCode from "drover:page/pageCode";
import { PAGE_CODE_GLOBAL, type PageApi } from "../../page/api.ts";
import { DroverError } from "../../protocol/errors.ts";
import { calledForm } from "../calledForm.ts";
import { ISOLATED_WORLD, MAIN_FRAME_BOX, type PageAnswer, contextGone, frameGone, frameRefusal, ownerBoxFunction, readPageAnswer } from "../frameCalls.ts";
import type { CdpAccess, EngineFrame, OwnerBox, ScriptOptions, World } from "../port.ts";
import { redeclaredName } from "../redeclared.ts";
import { meansToAwait, mentionsAwait } from "../topLevelAwait.ts";
import { cdpAccess } from "./cdpAccess.ts";
import { CdpError, type CdpSession } from "./connection.ts";
import { exceptionText } from "./consoleText.ts";
import { LAST_VALUE_GROUP, readValue } from "./readValue.ts";
import { evaluateIn } from "./worker.ts";

export { ISOLATED_WORLD };

interface IsolatedWorld {
  documentId: string;
  contextId: Promise<Protocol.Runtime.ExecutionContextId>;
}

interface Asked {
  /** Whether the value is wanted, and its promise awaited. */
  value?: boolean;
  byValue: boolean;
  replMode?: boolean;
  limitMs?: number | undefined;
}

/** A frame of a page. Its session changes when the browser moves it to another process. */
export class ChromiumFrame implements EngineFrame {
  readonly id: string;
  readonly parent: ChromiumFrame | undefined;
  readonly #children = new Set<ChromiumFrame>();
  session: CdpSession;
  url = "";
  name = "";
  documentId = "";
  detached = false;
  /** The unique id of the page's own execution context in this frame. */
  pageContext: string | undefined;
  /** Where content scripts run, by the extension's origin. */
  readonly extensionWorlds = new Map<string, string>();
  #world: IsolatedWorld | undefined;
  #evaluating = 0;

  constructor(id: string, parent: ChromiumFrame | undefined, session: CdpSession) {
    this.id = id;
    this.parent = parent;
    this.session = session;
    if (parent) parent.#children.add(this);
  }

  get cdp(): CdpAccess {
    return cdpAccess(this.session);
  }

  children(): ChromiumFrame[] {
    return [...this.#children];
  }

  committed(frame: Protocol.Page.Frame): void {
    this.url = frame.url + (frame.urlFragment ?? "");
    this.name = frame.name ?? "";
    this.documentId = frame.loaderId;
    this.#world = undefined;
  }

  moveTo(session: CdpSession): void {
    this.session = session;
    this.forgetContexts();
  }

  forgetContexts(): void {
    this.#world = undefined;
    this.pageContext = undefined;
    this.extensionWorlds.clear();
  }

  remove(): void {
    this.detached = true;
    this.#world = undefined;
    if (this.parent) this.parent.#children.delete(this);
  }

  async ask<K extends keyof PageApi>(name: K, arg: Parameters<PageApi[K]>[0]): Promise<PageAnswer<K>> {
    const contextId = await this.#isolatedContext();
    const answer = await this.#inContext(
      this.session.send("Runtime.callFunctionOn", {
        functionDeclaration: `function(name, arg) { return ${PAGE_CODE_GLOBAL}(name, arg); }`,
        executionContextId: contextId,
        arguments: [{ value: name }, { value: JSON.stringify(arg ?? null) }],
        awaitPromise: true,
        returnByValue: true,
      }),
    );
    if (answer.exceptionDetails) throw new DroverError("internal", exceptionText(answer.exceptionDetails));
    return readPageAnswer<K>(answer.result.value as string);
  }

  async evaluate(expression: string, { limitMs }: ScriptOptions = {}): Promise<unknown> {
    // There is one last value for all scripts: while others are under way, this one's is asked for by its handle.
    const byValue = this.#evaluating++ === 0;
    try {
      const answer = await this.#evaluateOnce(expression, { byValue, limitMs });
      const call = answer.result.type === "function" ? calledForm(expression) : undefined;
      const { result } = call === undefined ? answer : await this.#evaluateOnce(call, { byValue, limitMs });
      if (result.type !== "function") return await this.#inContext(readValue(this.session, this.pageContext, result).catch(rethrowUntellable));
      if (result.objectId) this.session.post("Runtime.releaseObject", { objectId: result.objectId });
      return null;
    } finally {
      this.#evaluating--;
    }
  }

  async run(script: string, { limitMs }: ScriptOptions = {}): Promise<void> {
    const { result } = await this.#evaluateOnce(script, { value: false, byValue: false, limitMs });
    if (result.objectId) this.session.post("Runtime.releaseObject", { objectId: result.objectId });
  }

  async evaluateBeside(extensionAddress: string, expression: string): Promise<unknown> {
    const uniqueContextId = this.extensionWorlds.get(extensionAddress.replace(/\/$/, ""));
    if (uniqueContextId === undefined)
      throw new DroverError("not-found", "the extension has no content script in this document", { hint: "Load the page again if the extension came after it, or evaluate in its worker: workers_list." });
    return this.#inContext(evaluateIn(this.session, expression, { uniqueContextId }));
  }

  /** Runs a script in one of the worlds of the document that is there. */
  async runIn(world: World, script: string): Promise<void> {
    if (world === "page" && this.pageContext === undefined) throw contextGone(new Error("the frame has no document yet"));
    const context = world === "isolated" ? { contextId: await this.#isolatedContext() } : { uniqueContextId: this.pageContext };
    const answer = await this.#inContext(this.session.send("Runtime.evaluate", { expression: `${script}\nundefined`, ...context }));
    if (answer.exceptionDetails) throw new DroverError("script-error", exceptionText(answer.exceptionDetails));
  }

  async #evaluateOnce(expression: string, asked: Asked): Promise<Protocol.Runtime.EvaluateResponse> {
    const { value = true, byValue, replMode = meansToAwait(expression), limitMs } = asked;
    const evaluating = this.session.send("Runtime.evaluate", {
      expression,
      awaitPromise: value,
      returnByValue: byValue,
      userGesture: true,
      replMode,
      ...(limitMs !== undefined && Number.isFinite(limitMs) && { timeout: limitMs }),
      ...(byValue && { objectGroup: LAST_VALUE_GROUP }),
      ...(this.pageContext && { uniqueContextId: this.pageContext }),
    });
    const answer = await this.#inContext(evaluating.catch(rethrowUntellable));
    // Top-level await parses only in the console's mode, which in turn does not await a promise that is the value.
    const { exception, stackTrace } = answer.exceptionDetails ?? {};
    // One that running code threw has a stack.
    const syntaxError = exception?.className === "SyntaxError" && stackTrace === undefined;
    if (syntaxError && !replMode && mentionsAwait(expression)) return this.#evaluateOnce(expression, { ...asked, replMode: true });
    if (!answer.exceptionDetails) return answer;
    const text = exceptionText(answer.exceptionDetails);
    throw new DroverError("script-error", text, { failure: { source: "app" }, fields: redeclaredName(text) });
  }

  async ownerBox(): Promise<OwnerBox> {
    const parent = this.parent;
    if (!parent) return MAIN_FRAME_BOX;
    const owner = await this.#inContext(parent.session.send("DOM.getFrameOwner", { frameId: this.id }));
    const node = { backendNodeId: owner.backendNodeId, executionContextId: await parent.#isolatedContext() };
    const { object } = await parent.#inContext(parent.session.send("DOM.resolveNode", node));
    const answer = await parent.#inContext(
      parent.session.send("Runtime.callFunctionOn", { objectId: object.objectId!, functionDeclaration: ownerBoxFunction, returnByValue: true }),
    );
    parent.session.post("Runtime.releaseObject", { objectId: object.objectId! });
    return answer.result.value as OwnerBox;
  }

  async enterClosedShadows(): Promise<number> {
    const { root } = await this.#inContext(this.session.send("DOM.getDocument", { depth: -1, pierce: true }));
    const closed = closedRootsIn(documentOf(root, this.id));
    for (const { backendNodeId } of closed) await this.handIn("enter", backendNodeId);
    return closed.length;
  }

  /** Gives page code a node that only the protocol has got hold of. */
  async handIn(as: "enter" | "chosen", backendNodeId: number): Promise<unknown> {
    const executionContextId = await this.#isolatedContext();
    const { object } = await this.#inContext(this.session.send("DOM.resolveNode", { backendNodeId, executionContextId }));
    const { objectId } = object;
    if (objectId === undefined) throw contextGone(new Error("the node is gone"));
    const { result } = await this.#inContext(this.session.send("Runtime.callFunctionOn", { objectId, functionDeclaration: `function() { return ${PAGE_CODE_GLOBAL}.${as}(this); }`, returnByValue: true }));
    this.session.post("Runtime.releaseObject", { objectId });
    return result.value;
  }

  async setFiles(ref: string, paths: string[]): Promise<void> {
    const executionContextId = await this.#isolatedContext();
    const answer = await this.#inContext(
      this.session.send("Runtime.callFunctionOn", {
        functionDeclaration: `function(ref) { return ${PAGE_CODE_GLOBAL}.element(ref); }`,
        executionContextId,
        arguments: [{ value: ref }],
      }),
    );
    const objectId = answer.result.objectId;
    if (!objectId) throw new DroverError("ref-gone", `${ref} is no longer on the page`);
    await this.#inContext(this.session.send("DOM.setFileInputFiles", { files: paths, objectId }));
    this.session.post("Runtime.releaseObject", { objectId });
  }

  #isolatedContext(): Promise<Protocol.Runtime.ExecutionContextId> {
    if (this.detached) return Promise.reject(frameGone(this));
    if (this.#world?.documentId === this.documentId) return this.#world.contextId;
    const contextId = this.#installPageCode();
    const world = { documentId: this.documentId, contextId };
    this.#world = world;
    contextId.catch((_toldToWhoAsked: unknown) => {
      if (this.#world === world) this.#world = undefined;
    });
    return contextId;
  }

  async #installPageCode(): Promise<Protocol.Runtime.ExecutionContextId> {
    const { executionContextId } = await this.#inContext(
      this.session.send("Page.createIsolatedWorld", {
        frameId: this.id,
        worldName: ISOLATED_WORLD,
        grantUniveralAccess: true,
      }),
    );
    const answer = await this.#inContext(
      this.session.send("Runtime.evaluate", { expression: pageCode, contextId: executionContextId }),
    );
    if (answer.exceptionDetails) throw new DroverError("internal", exceptionText(answer.exceptionDetails));
    return executionContextId;
  }

  /** Names what happened when a document or a frame went away under a call. */
  async #inContext<T>(call: Promise<T>): Promise<T> {
    const { documentId, session } = this;
    try {
      return await call;
    } catch (cause) {
      if (!(cause instanceof CdpError)) throw cause;
      this.#world = undefined;
      throw frameRefusal(this, cause, this.documentId !== documentId || this.session !== session);
    }
  }
}

/** Of all documents that a process shows, the one of a frame: the root of them unless another element holds the frame. */
function documentOf(root: Protocol.DOM.Node, frameId: string): Protocol.DOM.Node {
  const owner = nodesIn(root).find((node) => node.frameId === frameId && node.contentDocument);
  return owner?.contentDocument ?? root;
}

function nodesIn(node: Protocol.DOM.Node, across = true): Protocol.DOM.Node[] {
  const inside = [...(node.children ?? []), ...(node.shadowRoots ?? []), ...(across && node.contentDocument ? [node.contentDocument] : [])];
  return [node, ...inside.flatMap((each) => nodesIn(each, across))];
}

const closedRootsIn = (document: Protocol.DOM.Node): Protocol.DOM.Node[] => nodesIn(document, false).filter(({ shadowRootType }) => shadowRootType === "closed");

/** A window or a deep tangle of objects: the script ran, and only its value cannot be told. */
function rethrowUntellable(cause: unknown): never {
  if (cause instanceof CdpError && /Object reference chain is too long|returned by value/.test(cause.message))
    throw new DroverError("script-error", "the script ran, but its value cannot be told as JSON", {
      cause,
      hint: "Return the part that is needed, such as a title, or end the script with `; null`.",
      failure: { source: "app" },
    });
  throw cause;
}
