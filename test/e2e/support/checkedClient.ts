import type { CallOptions } from "../../../src/client/connection.ts";
import { DaemonClient } from "../../../src/client/daemonClient.ts";
import type { Outcome } from "../../../src/protocol/messages.ts";
import { bundledRegistry } from "./bundledRegistry.ts";
import { requireDeclared } from "./declaredResult.ts";

/** A client for tests: it takes only results that are as their tools declare them. */
export class CheckedClient extends DaemonClient {
  override async call(tool: string, input: Record<string, unknown>, options?: CallOptions): Promise<Outcome> {
    const outcome = await super.call(tool, input, options);
    requireDeclared(await bundledRegistry(), tool, outcome);
    return outcome;
  }
}
