import pageCode from "drover:page/pageCode";
import type { Script } from "webdriver-bidi-protocol";
import { mayFail } from "../../diagnosis/mayFail.ts";
import { PAGE_CODE_GLOBAL, type PageApi } from "../../page/api.ts";
import { DroverError } from "../../protocol/errors.ts";
import { calledForm } from "../calledForm.ts";
import { ISOLATED_WORLD, MAIN_FRAME_BOX, type PageAnswer, frameGone, frameRefusal, ownerBoxFunction, readPageAnswer } from "../frameCalls.ts";
import type { EngineFrame, OwnerBox, World } from "../port.ts";
import { redeclaredName } from "../redeclared.ts";
import { meansToAwait, mentionsAwait } from "../topLevelAwait.ts";
import { type BidiConnection, BidiError } from "./connection.ts";
import { awaitingForms, exceptionText, isSyntaxError, rethrowRejection } from "./evaluation.ts";
import type { FirefoxPage } from "./page.ts";
import { toJson } from "../remoteValue.ts";

/** What the call answers in a document where the page code is not installed yet. */
const ABSENT = "absent";
const callPageCode = `(name, arg) => typeof ${PAGE_CODE_GLOBAL} === "function" ? ${PAGE_CODE_GLOBAL}(name, arg) : "${ABSENT}"`;

type Argument = Script.LocalValue | Script.SharedReference | Script.ChannelValue;

/** A browsing context that is part of a page. Drover's code runs in a sandbox of it that the page cannot see. */
export class FirefoxFrame implements EngineFrame {
  readonly id: string;
  readonly page: FirefoxPage;
  readonly parent: FirefoxFrame | undefined;
  readonly #connection: BidiConnection;
  readonly #children = new Set<FirefoxFrame>();
  /** Firefox's id of the browsing context: that of a page's main frame changes when its tab is replaced. */
  contextId: string;
  url: string;
  name = "";
  documentId = "";
  detached = false;
  #owner: Promise<string> | undefined;

  constructor(page: FirefoxPage, connection: BidiConnection, given: { id: string; contextId: string; url: string; parent?: FirefoxFrame }) {
    this.page = page;
    this.#connection = connection;
    this.id = given.id;
    this.contextId = given.contextId;
    this.url = given.url;
    this.parent = given.parent;
    if (given.parent) given.parent.#children.add(this);
  }

  children(): FirefoxFrame[] {
    return [...this.#children];
  }

  remove(): void {
    this.detached = true;
    if (this.parent) this.parent.#children.delete(this);
  }

  async ask<K extends keyof PageApi>(name: K, arg: Parameters<PageApi[K]>[0]): Promise<PageAnswer<K>> {
    const call = async () =>
      this.#text(await this.call(callPageCode, [stringValue(name), stringValue(JSON.stringify(arg ?? null))], "isolated"));
    let answer = await call();
    // Sandboxes go with their documents: whether the code is there is asked on the way, which costs nothing.
    while (answer === ABSENT) {
      await this.#installPageCode();
      answer = await call();
    }
    return readPageAnswer<K>(answer);
  }

  async evaluate(expression: string): Promise<unknown> {
    const result = await this.#evaluateScript(expression);
    const call = result.type === "function" ? calledForm(expression) : undefined;
    const value = call === undefined ? result : await this.#evaluateScript(call);
    return value.type === "function" ? null : toJson(value);
  }

  async ownerBox(): Promise<OwnerBox> {
    const { parent } = this;
    if (!parent) return MAIN_FRAME_BOX;
    const sharedId = await this.#ownerId(parent);
    return toJson(await parent.call(ownerBoxFunction, [], "isolated", { sharedId })) as OwnerBox;
  }

  /** The child frame whose element BiDi knows by that id. */
  async childOwnedBy(sharedId: string): Promise<FirefoxFrame | undefined> {
    const children = this.children();
    const owners = await Promise.all(children.map((child) => mayFail(child.#ownerId(this), "a child frame may go away while its element is looked for")));
    return children[owners.indexOf(sharedId)];
  }

  async setFiles(ref: string, paths: string[]): Promise<void> {
    const element = await this.call(`(ref) => ${PAGE_CODE_GLOBAL}.element(ref) ?? null`, [stringValue(ref)], "isolated");
    if (element.type !== "node" || !element.sharedId) throw new DroverError("ref-gone", `${ref} is no longer on the page`);
    await this.#inFrame(
      this.#connection.send("input.setFiles", { context: this.contextId, element: { sharedId: element.sharedId }, files: paths }),
    );
  }

  /** Gives page code a file input that the browser told of. */
  async handIn(element: Script.SharedReference): Promise<string> {
    return this.#text(await this.call(`(input) => ${PAGE_CODE_GLOBAL}.chosen(input)`, [element], "isolated"));
  }

  /** Calls a function in one of the frame's worlds and waits for its promise. */
  async call(declaration: string, args: Argument[], world: World, self?: Script.SharedReference): Promise<Script.RemoteValue> {
    const answer = await this.#inFrame(
      this.#connection.send("script.callFunction", {
        functionDeclaration: declaration,
        arguments: args,
        awaitPromise: true,
        target: this.#target(world),
        ...(self && { this: self }),
      }),
    );
    if (answer.type === "exception") throw new DroverError("internal", exceptionText(answer.exceptionDetails));
    return answer.result;
  }

  async run(script: string): Promise<void> {
    await this.#evaluateScript(script, { value: false });
  }

  async #evaluateScript(expression: string, { value = true } = {}): Promise<Script.RemoteValue> {
    const awaiting = mentionsAwait(expression) ? awaitingForms(expression) : [];
    const [first, ...others] = meansToAwait(expression) ? awaiting : [expression, ...awaiting];
    let answer = await this.#evaluateOnce(first!, value);
    for (const form of others) {
      if (answer.type !== "exception" || !isSyntaxError(answer.exceptionDetails)) break;
      answer = await this.#evaluateOnce(form, value);
    }
    if (answer.type === "success") return answer.result;
    const text = exceptionText(answer.exceptionDetails);
    throw new DroverError("script-error", text, { failure: { source: "app" }, fields: redeclaredName(text) });
  }

  #evaluateOnce(expression: string, value: boolean): Promise<Script.EvaluateResult> {
    const evaluating = this.#connection.send("script.evaluate", {
      expression,
      awaitPromise: value,
      ...(!value && { serializationOptions: { maxObjectDepth: 0, maxDomDepth: 0 } }),
      userActivation: true,
      target: this.#target("page"),
    });
    return this.#inFrame(evaluating.catch(rethrowRejection));
  }

  async #installPageCode(): Promise<void> {
    const answer = await this.#inFrame(
      this.#connection.send("script.evaluate", { expression: pageCode, awaitPromise: false, target: this.#target("isolated") }),
    );
    if (answer.type === "exception") throw new DroverError("internal", exceptionText(answer.exceptionDetails));
  }

  #ownerId(parent: FirefoxFrame): Promise<string> {
    if (this.#owner) return this.#owner;
    const owner = this.#findOwner(parent);
    this.#owner = owner;
    return owner.catch((thrown: unknown) => {
      this.#owner = undefined;
      throw thrown;
    });
  }

  async #findOwner(parent: FirefoxFrame): Promise<string> {
    const { nodes } = await parent.#inFrame(
      this.#connection.send("browsingContext.locateNodes", {
        context: parent.contextId,
        locator: { type: "context", value: { context: this.contextId } },
      }),
    );
    const sharedId = nodes[0]?.sharedId;
    if (!sharedId) throw frameGone(this);
    return sharedId;
  }

  #target(world: World): Script.ContextTarget {
    return { context: this.contextId, ...(world === "isolated" && { sandbox: ISOLATED_WORLD }) };
  }

  #text(value: Script.RemoteValue): string {
    if (value.type === "string") return value.value;
    throw new DroverError("internal", `the page code answered with a ${value.type}`);
  }

  /** Names what happened when a document or a frame went away under a call. */
  async #inFrame<T>(call: Promise<T>): Promise<T> {
    const { documentId, contextId } = this;
    try {
      return await call;
    } catch (cause) {
      if (!(cause instanceof BidiError)) throw cause;
      if (cause.code === "unsupported operation" && !this.detached)
        throw new DroverError("refused", `Firefox lets no script run in its own page ${this.url}`, {
          cause,
          hint: "Navigate to a web page first.",
        });
      throw frameRefusal(this, cause, this.documentId !== documentId || this.contextId !== contextId);
    }
  }
}

export const stringValue = (value: string): Script.StringValue => ({ type: "string", value });
