import type { Protocol } from "devtools-protocol";
import pageAgent from "drover:page-agent";
import { AGENT_GLOBAL, type AgentApi, type AgentError } from "../../page/api.ts";
import { DroverError, type ErrorCode } from "../../protocol/errors.ts";
import type { EngineFrame, OwnerBox } from "../port.ts";
import { CdpError, type CdpSession } from "./connection.ts";
import { exceptionText } from "./consoleText.ts";

/** The isolated world's name: pages cannot see it, DevTools shows it. */
export const AGENT_WORLD = "drover";

interface AgentWorld {
  documentId: string;
  contextId: Promise<Protocol.Runtime.ExecutionContextId>;
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
  #world: AgentWorld | undefined;

  constructor(id: string, parent: ChromiumFrame | undefined, session: CdpSession) {
    this.id = id;
    this.parent = parent;
    this.session = session;
    if (parent) parent.#children.add(this);
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
  }

  remove(): void {
    this.detached = true;
    this.#world = undefined;
    if (this.parent) this.parent.#children.delete(this);
  }

  async agent<K extends keyof AgentApi>(
    name: K,
    arg: Parameters<AgentApi[K]>[0],
  ): Promise<Awaited<ReturnType<AgentApi[K]>>> {
    const contextId = await this.#agentContext();
    const answer = await this.#inContext(
      this.session.send("Runtime.callFunctionOn", {
        functionDeclaration: `function(name, arg) { return ${AGENT_GLOBAL}(name, arg); }`,
        executionContextId: contextId,
        arguments: [{ value: name }, { value: JSON.stringify(arg ?? null) }],
        awaitPromise: true,
        returnByValue: true,
      }),
    );
    if (answer.exceptionDetails) throw new DroverError("internal", exceptionText(answer.exceptionDetails));
    const outcome = JSON.parse(answer.result.value as string) as { value?: unknown; error?: AgentError };
    if (outcome.error) {
      const { code, message, hint, fields } = outcome.error;
      throw new DroverError(code as ErrorCode, message, { hint, fields });
    }
    return outcome.value as Awaited<ReturnType<AgentApi[K]>>;
  }

  async evaluate(expression: string): Promise<unknown> {
    const answer = await this.#evaluateOnce(expression);
    // A function is what callers from other tools pass: they mean its result.
    const result = answer.result.type === "function" ? (await this.#evaluateOnce(`(${expression})()`)).result : answer.result;
    return result.unserializableValue ?? result.value ?? null;
  }

  async #evaluateOnce(expression: string, replMode = false): Promise<Protocol.Runtime.EvaluateResponse> {
    const answer = await this.#inContext(
      this.session.send("Runtime.evaluate", {
        expression,
        awaitPromise: true,
        returnByValue: true,
        userGesture: true,
        replMode,
        ...(this.pageContext && { uniqueContextId: this.pageContext }),
      }),
    );
    // Top-level await parses only in the console's mode, which in turn does not await a promise that is the value.
    const syntaxError = answer.exceptionDetails?.exception?.className === "SyntaxError";
    if (syntaxError && !replMode && /\bawait\b/.test(expression)) return this.#evaluateOnce(expression, true);
    if (answer.exceptionDetails)
      throw new DroverError("script-error", exceptionText(answer.exceptionDetails), { failure: { source: "app" } });
    return answer;
  }

  async ownerBox(): Promise<OwnerBox> {
    const parent = this.parent;
    if (!parent) return { x: 0, y: 0, width: Infinity, height: Infinity, scaleX: 1, scaleY: 1 };
    const owner = await parent.session.send("DOM.getFrameOwner", { frameId: this.id });
    const { object } = await parent.session.send("DOM.resolveNode", {
      backendNodeId: owner.backendNodeId,
      executionContextId: await parent.#agentContext(),
    });
    const answer = await parent.session.send("Runtime.callFunctionOn", {
      objectId: object.objectId!,
      functionDeclaration: `function() {
        const box = this.getBoundingClientRect(), style = getComputedStyle(this);
        const scaleX = box.width / (this.offsetWidth || box.width || 1), scaleY = box.height / (this.offsetHeight || box.height || 1);
        const padding = (side) => parseFloat(style["padding" + side]) || 0;
        return {
          x: box.x + (this.clientLeft + padding("Left")) * scaleX, y: box.y + (this.clientTop + padding("Top")) * scaleY,
          width: (this.clientWidth - padding("Left") - padding("Right")) * scaleX,
          height: (this.clientHeight - padding("Top") - padding("Bottom")) * scaleY, scaleX, scaleY,
        };
      }`,
      returnByValue: true,
    });
    parent.session.post("Runtime.releaseObject", { objectId: object.objectId! });
    return answer.result.value as OwnerBox;
  }

  async setFiles(ref: string, paths: string[]): Promise<void> {
    const answer = await this.session.send("Runtime.callFunctionOn", {
      functionDeclaration: `function(ref) { return ${AGENT_GLOBAL}.element(ref); }`,
      executionContextId: await this.#agentContext(),
      arguments: [{ value: ref }],
    });
    const objectId = answer.result.objectId;
    if (!objectId) throw new DroverError("ref-gone", `${ref} is no longer on the page`);
    await this.session.send("DOM.setFileInputFiles", { files: paths, objectId });
    this.session.post("Runtime.releaseObject", { objectId });
  }

  #agentContext(): Promise<Protocol.Runtime.ExecutionContextId> {
    if (this.detached) return Promise.reject(frameGone(this));
    if (this.#world?.documentId === this.documentId) return this.#world.contextId;
    const contextId = this.#installAgent();
    const world = { documentId: this.documentId, contextId };
    this.#world = world;
    contextId.catch(() => {
      if (this.#world === world) this.#world = undefined;
    });
    return contextId;
  }

  async #installAgent(): Promise<Protocol.Runtime.ExecutionContextId> {
    const { executionContextId } = await this.#inContext(
      this.session.send("Page.createIsolatedWorld", {
        frameId: this.id,
        worldName: AGENT_WORLD,
        grantUniveralAccess: true,
      }),
    );
    const answer = await this.#inContext(
      this.session.send("Runtime.evaluate", { expression: pageAgent, contextId: executionContextId }),
    );
    if (answer.exceptionDetails) throw new DroverError("internal", exceptionText(answer.exceptionDetails));
    return executionContextId;
  }

  /** Names what happened when a document or a frame went away under a call. */
  async #inContext<T>(call: Promise<T>): Promise<T> {
    try {
      return await call;
    } catch (cause) {
      if (!(cause instanceof CdpError)) throw cause;
      this.#world = undefined;
      if (this.detached) throw frameGone(this, cause);
      throw new DroverError("context-gone", "the page navigated or closed during the call", { cause });
    }
  }
}

const frameGone = (frame: ChromiumFrame, cause?: unknown) =>
  new DroverError("frame-gone", `the frame ${frame.url || frame.id} is no longer on the page`, {
    cause,
    hint: "frames_list shows the frames there are.",
  });
