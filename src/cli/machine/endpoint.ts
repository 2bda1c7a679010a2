import { ConfigStore } from "../../config/configStore.ts";
import { type Endpoint, endpointNamed } from "../../config/endpoint.ts";
import { asDroverError, DroverError } from "../../protocol/errors.ts";
import type { Slot } from "../../remote/provider.ts";
import { kindAt, providerOf } from "../../remote/providers.ts";
import type { Invocation } from "../commands/ownCommand.ts";
import { terminal } from "../terminal.ts";
import { wrongUsage } from "../values.ts";

const configuration = ({ home }: Invocation) => new ConfigStore(home).resolve({ cwd: terminal().cwd, env: terminal().env });

/** Says what is at an endpoint, and opens nothing there. */
export async function testEndpoint(call: Invocation): Promise<number> {
  const [, name] = call.words;
  if (name === undefined) throw wrongUsage("endpoint test needs a name", "Example: drover endpoint test lab");
  const endpoint = endpointNamed(name, configuration(call));
  if (!endpoint) throw new DroverError("not-found", `no endpoint is named "${name}"`, { hint: "`drover endpoint list` shows them." });
  const kind = await kindAt(endpoint);
  const found = await providerOf(kind).introduce(endpoint);
  return call.show({ ok: true, endpoint: name, kind, found }, `"${name}" answers: ${found}.`);
}

export interface Elsewhere {
  endpoint: string;
  slots?: Slot[];
  /** In one line, where there are no slots to tell of. */
  found?: string;
  problem?: string;
}

/** What the named endpoints have, all asked at once. */
export async function elsewhere(call: Invocation): Promise<Elsewhere[]> {
  const config = configuration(call);
  const named = Object.keys(config.endpoints ?? {}).flatMap((name) => endpointNamed(name, config) ?? []);
  return Promise.all(named.map(lookAt));
}

async function lookAt(endpoint: Endpoint): Promise<Elsewhere> {
  try {
    const provider = providerOf(await kindAt(endpoint));
    return provider.slots ? { endpoint: endpoint.name, slots: await provider.slots(endpoint) } : { endpoint: endpoint.name, found: await provider.introduce(endpoint) };
  } catch (thrown) {
    return { endpoint: endpoint.name, problem: asDroverError(thrown).message };
  }
}
