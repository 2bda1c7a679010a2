import type { EngineName } from "./kinds.ts";
import { isDroverError } from "../protocol/errors.ts";
import { attachEndpoint, firefoxEndpoint } from "./attachEndpoint.ts";

/** Where a browser listens and what it speaks. */
export interface FoundEngine {
  engine: EngineName;
  /** The browser's WebSocket. */
  socket: string;
}

/** Finds out what listens at an endpoint. What answers and does not say it is of Chromium's family is taken for a Firefox. */
export async function findEngine(endpoint: string, engine?: EngineName): Promise<FoundEngine> {
  if (engine === "firefox" || (engine === undefined && isBidiAddress(endpoint))) return { engine: "firefox", socket: firefoxEndpoint(endpoint) };
  try {
    return { engine: "chromium", socket: await attachEndpoint(endpoint) };
  } catch (thrown) {
    if (engine === "chromium" || !isDroverError(thrown) || thrown.code !== "not-attachable" || nobodyListens(thrown)) throw thrown;
    return { engine: "firefox", socket: firefoxEndpoint(endpoint) };
  }
}

const isBidiAddress = (endpoint: string) => /^wss?:\/\/[^/]+\/session\b/.test(endpoint);

/** What `fetch` throws when there is no connection. */
const nobodyListens = ({ cause }: Error) => cause instanceof TypeError;
