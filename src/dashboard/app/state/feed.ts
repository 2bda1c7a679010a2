import type { ActingEvent, CallBegun, CallRecord, GivenAnswer } from "../../../protocol/events.ts";

/** A call in the feed, from its beginning on. */
export interface FeedCall {
  id: string;
  parent?: string;
  client: string;
  tool: string;
  subject?: string;
  ts: number;
  /** Absent while it runs. */
  ms?: number;
  ok?: boolean;
  error?: string;
  acting?: ActingEvent;
  answer?: GivenAnswer;
}

/** Calls that say the same, one after the other, with what they called in turn. */
export interface FeedGroup {
  /** The newest of them. */
  call: FeedCall;
  times: number;
  /** How long they took together. */
  ms: number | undefined;
  children: FeedGroup[];
}

const MAX_CALLS = 500;

type Heard =
  | { topic: "began"; data: CallBegun }
  | { topic: "called"; data: CallRecord }
  | { topic: "acting"; data: ActingEvent }
  | { topic: "answergiven"; data: GivenAnswer };

/** The feed with what was heard: calls keep the order in which they came. */
export function heard(feed: readonly FeedCall[], { topic, data }: Heard): FeedCall[] {
  const id = topic === "acting" ? data.call : data.id;
  const known = feed.findIndex((call) => call.id === id);
  if (topic === "acting" || topic === "answergiven")
    return known < 0 ? [...feed] : feed.with(known, { ...feed[known]!, ...(topic === "acting" ? { acting: data } : { answer: data }) });
  const { id: _, ...facts } = data;
  if (known >= 0) return feed.with(known, { ...feed[known]!, ...facts });
  return [...feed, { id: data.id, ...facts }].toSorted((a, b) => a.ts - b.ts).slice(-MAX_CALLS);
}

/** Reading tools that the dashboard itself calls all the time would drown what it is about. */
export const isOwnReading = ({ client, tool }: Pick<FeedCall, "client" | "tool">): boolean => client === "dashboard" && !ownActs.has(tool);

const ownActs = new Set([
  "answer_question",
  "close_session",
  "give_wheel",
  "go_back",
  "go_forward",
  "navigate",
  "open_session",
  "reload",
  "rename_session",
  "stop_calls",
  "tab_close",
  "tab_open",
  "take_wheel",
  "target",
]);

/** Newest first. A call that another one made is under that one, as long as that one is still there. */
export function grouped(feed: readonly FeedCall[]): FeedGroup[] {
  const ids = new Set(feed.map(({ id }) => id));
  const childrenOf = new Map<string, FeedCall[]>();
  for (const call of feed) {
    const under = call.parent && ids.has(call.parent) ? call.parent : "";
    childrenOf.set(under, [...(childrenOf.get(under) ?? []), call]);
  }
  const groupsIn = (calls: FeedCall[]): FeedGroup[] => {
    const groups: FeedGroup[] = [];
    for (const call of calls) {
      const children = groupsIn(childrenOf.get(call.id) ?? []);
      const last = groups.at(-1);
      if (last && children.length === 0 && last.children.length === 0 && saysTheSame(last.call, call))
        groups[groups.length - 1] = { call, times: last.times + 1, ms: call.ms === undefined || last.ms === undefined ? undefined : last.ms + call.ms, children: [] };
      else groups.push({ call, times: 1, ms: call.ms, children });
    }
    return groups;
  };
  return groupsIn(childrenOf.get("") ?? []).toReversed();
}

const saysTheSame = (a: FeedCall, b: FeedCall): boolean => a.tool === b.tool && a.subject === b.subject && a.client === b.client && a.ok === b.ok && a.error === b.error;
