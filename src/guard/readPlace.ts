import type { Place } from "./gateRules.ts";

/** `host:port`; the name as a browser would write it, whatever spelling it was given in. */
export function readPlace(text: string): Place | undefined {
  const parts = /^(.+):(\d{1,5})$/.exec(text);
  const address = `http://${parts?.[1]}/`;
  if (!parts || /[/?#@\\]/.test(parts[1]!) || !URL.canParse(address)) return undefined;
  return { host: withoutBrackets(new URL(address).hostname), port: Number(parts[2]) };
}

/** An address of version 6 as everybody but URLs writes it. */
export const withoutBrackets = (hostname: string): string => hostname.replace(/^\[|\]$/g, "");
