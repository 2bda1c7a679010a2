import { DaemonClient } from "../../client/daemonClient.ts";
import type { DaemonEvent, EventFilter } from "../../protocol/messages.ts";
import { type Shell, untilStopped } from "../shell.ts";
import { note, peopleForm, print, printJson } from "../terminal.ts";
import { refusalOf } from "./ownCommand.ts";

interface Followed {
  topics: string[];
  /** Undefined for every session. */
  session: string | undefined;
  filter?: EventFilter;
  /** The session is opened when it is not open yet, as commands do that need one. */
  opens?: boolean;
  json: boolean;
  line(data: unknown, color: boolean): string;
}

/** Prints events as they come in, until the person, the session or the daemon ends it. */
export async function followEvents(shell: Shell, { topics, session, filter, opens, json, line }: Followed): Promise<number> {
  const { color } = peopleForm();
  const client = new DaemonClient({ client: "cli", home: shell.home });
  let ending = "The daemon ended.";
  const onEvent = ({ topic, data }: DaemonEvent) => {
    if (topic === "closed") ending = `Session "${session}" was closed.`;
    else if (json ? printJson(data) : print(line(data, color))) return;
    else ending = "";
    client.close();
  };
  const ends = session === undefined ? [] : ["closed"];
  const opened = opens ? await client.call("target", { session }) : undefined;
  const subscribed = await client.subscribe({ topics: [...topics, ...ends], session, ...(filter && { filter }), onEvent });
  for (const outcome of [opened, subscribed]) if (outcome && !outcome.ok) throw refusalOf(outcome.data);
  const stopped = untilStopped(shell).then(() => {
    ending = "";
  });
  await Promise.race([stopped, client.closed().then(() => ending && note(ending))]);
  client.close();
  return 0;
}

export const paint = (text: string, code: number, color: boolean): string => (color ? `\u001b[${code}m${text}\u001b[0m` : text);

export const clock = (ts: number): string => {
  const at = new Date(ts);
  return `${at.toTimeString().slice(0, 8)}.${String(at.getMilliseconds()).padStart(3, "0")}`;
};
