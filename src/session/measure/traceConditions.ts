import type { NetworkConditions } from "../../engine/port.ts";

export interface Conditions {
  cpuThrottleRate: number;
  network?: NetworkConditions;
}

/** In the words that DevTools uses in the files which it saves, and shows when it loads one. */
function metadataOf({ cpuThrottleRate, network }: Conditions): Record<string, unknown> {
  return {
    cpuThrottling: cpuThrottleRate,
    networkThrottling: network ? describeNetwork(network) : "No throttling",
    ...(network && {
      networkThrottlingConditions: { download: network.downloadBps, upload: network.uploadBps, latency: network.latencyMs, ...(network.packetLoss !== undefined && { packetLoss: network.packetLoss }) },
    }),
  };
}

export const describeNetwork = ({ offline, latencyMs, downloadBps, uploadBps }: NetworkConditions): string =>
  offline ? "Offline" : `${latencyMs} ms, ${speed(downloadBps)} down, ${speed(uploadBps)} up`;

const speed = (bytesPerSecond: number): string => (bytesPerSecond > 0 ? `${Math.round(bytesPerSecond / 1024)} KB/s` : "full speed");

/** A trace's text, with what it was recorded under among its metadata, which Chrome writes last. */
export async function* withConditions(pieces: AsyncIterable<string>, conditions: Conditions): AsyncGenerator<string> {
  let held = "";
  for await (const piece of pieces) {
    const text = held + piece;
    const end = Math.max(0, text.trimEnd().length - 2);
    held = text.slice(end);
    if (end > 0) yield text.slice(0, end);
  }
  const noted = JSON.stringify(metadataOf(conditions)).slice(1, -1);
  const tail = held.trimEnd();
  yield tail === "}}" ? `,${noted}}}` : tail === "]}" ? `],"metadata":{${noted}}}` : held;
}
