import { projectOf } from "../config/configStore.ts";
import type { Caller } from "../dispatch/call.ts";
import { person, type Owner } from "../policy/ownership.ts";
import type { Hello } from "../protocol/messages.ts";

/** Who calls, as it has introduced itself. */
export const callerOf = (hello: Hello, secret: Caller["secret"]): Caller => ({
  kind: hello.client,
  cwd: hello.cwd,
  ...(hello.capabilities && { capabilities: hello.capabilities }),
  env: hello.env ?? {},
  owner: ownerOf(hello),
  ...(hello.client === "dashboard" && { window: hello.id }),
  secret,
});

/** People's own clients are the same person; an agent is known by its server, or by the name that a person gave it. */
function ownerOf({ client, pid, cwd, id = `pid ${pid}`, env, member }: Hello): Owner {
  if (member !== undefined) return { kind: "agent", id: `member ${member}`, name: `${member} of the team`, pid, folder: projectOf(cwd), member };
  const name = env?.["DROVER_CLIENT"];
  return client === "mcp" ? { kind: "agent", id, ...(name && { name }), pid, folder: projectOf(cwd) } : person;
}
