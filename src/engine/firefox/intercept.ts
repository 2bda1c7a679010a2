import type { Network } from "webdriver-bidi-protocol";
import { mayFail } from "../../diagnosis/mayFail.ts";
import type { PausedRequest } from "../port.ts";
import type { BidiConnection } from "./connection.ts";
import { plainHeaders, requestType } from "./networkEvents.ts";
import { bytesText } from "./cookies.ts";

/** Holds back requests of one tab. BiDi's patterns know no wildcards, so all are held and those not meant go on at once. */
export class Intercept {
  readonly #connection: BidiConnection;
  readonly #contextId: () => string;
  #handler: ((request: PausedRequest) => void) | undefined;
  #wanted: RegExp[] | undefined;
  #id: Promise<string> | undefined;

  constructor(connection: BidiConnection, contextId: () => string) {
    this.#connection = connection;
    this.#contextId = contextId;
  }

  async set(handler: ((request: PausedRequest) => void) | undefined, patterns: readonly string[] | undefined): Promise<void> {
    this.#handler = handler;
    this.#wanted = patterns?.map(globPattern);
    if (handler) {
      this.#id ??= this.#add();
      await this.#id;
      return;
    }
    const id = this.#id;
    this.#id = undefined;
    if (id) this.#connection.post("network.removeIntercept", { intercept: await id });
  }

  /** The tab was replaced by another: what was held there is held here. */
  async reapply(): Promise<void> {
    if (!this.#handler) return;
    this.#id = this.#add();
    await this.#id;
  }

  async paused(event: Network.BeforeRequestSentParameters): Promise<void> {
    const { request } = event;
    const meant = this.#handler && (!this.#wanted || this.#wanted.some((pattern) => pattern.test(request.url)));
    if (!meant) return this.#connection.post("network.continueRequest", { request: request.request });
    const postData = await this.#postData(request);
    this.#handler?.(pausedRequest(this.#connection, request, postData));
  }

  async #add(): Promise<string> {
    const { intercept } = await this.#connection.send("network.addIntercept", {
      phases: ["beforeRequestSent"],
      contexts: [this.#contextId()],
    });
    return intercept;
  }

  async #postData({ request, bodySize }: Network.RequestData): Promise<string | undefined> {
    if (!bodySize) return undefined;
    const answer = await mayFail(this.#connection.send("network.getData", { request, dataType: "request" }), "a request's body may be gone with its page");
    return answer && bytesText(answer.bytes);
  }
}

const globPattern = (glob: string) => new RegExp(`^${glob.replace(/[.+^${}()|[\]\\?]/g, "\\$&").replaceAll("*", ".*")}$`, "s");

/** A request that waits. A tab that closes meanwhile needs no answer. */
function pausedRequest(connection: BidiConnection, held: Network.RequestData, postData: string | undefined): PausedRequest {
  const { request } = held;
  const headers = plainHeaders(held.headers);
  const settled = async (answer: Promise<unknown>) => {
    await mayFail(answer, "a tab that closes needs no answer to its requests");
  };
  return {
    url: held.url,
    method: held.method,
    headers,
    ...(postData !== undefined && { postData }),
    type: requestType(held, headers),
    fulfil: ({ status, headers: answer, body }) =>
      settled(
        connection.send("network.provideResponse", {
          request,
          statusCode: status,
          headers: Object.entries(answer).flatMap(([name, value]) => value.split("\n").map((line) => ({ name, value: { type: "string" as const, value: line } }))),
          body: { type: "base64", value: body.toString("base64") },
        }),
      ),
    resume: () => settled(connection.send("network.continueRequest", { request })),
    abort: () => settled(connection.send("network.failRequest", { request })),
  };
}
