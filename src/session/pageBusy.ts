import { DroverError } from "../protocol/errors.ts";

const GOES_ON = "The deadline ended this call and not the page, which goes on";

/** Its server is still silent. */
export const awaitsServer = (url: string): DroverError =>
  new DroverError("timeout", `anti-wedge timeout: the server of ${url} has not answered yet`, {
    hint: `${GOES_ON} loading: follow with wait_for, or pass a larger timeoutMs. navigate leaves it for another page.`,
    failure: { source: "drover", hint: "the deadline passed, the navigation goes on" },
  });

/** It is there and its scripts keep it from being read. */
export const isStillLoading = (url: string): DroverError =>
  new DroverError("timeout", `anti-wedge timeout: ${url} is still loading and does not answer yet`, {
    hint: `${GOES_ON} loading: follow with wait_for, or pass a larger timeoutMs.`,
    failure: { source: "drover", hint: "the deadline passed, the page goes on" },
  });

/** It does not let go of its place. */
export const isNotLeft = (url: string): DroverError =>
  new DroverError("timeout", `anti-wedge timeout: ${url} could not be left yet`, {
    hint: "Try again: the next navigate ends what it runs, or goes to another tab.",
    failure: { source: "drover", hint: "the deadline passed, the page goes on" },
  });

/** It never does: told to whoever is given another tab. */
export const goesOnElsewhere = (url: string): string => `The tab with ${url} could not be freed of what it runs; the session goes on in another one, without its history.`;

/** A script of an earlier call or of its own keeps it busy. */
export const isBusy = (silentMs: number): DroverError =>
  new DroverError("timeout", `anti-wedge timeout: the page has been busy for ${seconds(silentMs)} s and does not answer yet; nothing was begun`, {
    hint: `${GOES_ON}: follow with wait_for, or pass a larger timeoutMs. navigate leaves it for another page.`,
    failure: { source: "drover", hint: "the deadline passed, the page goes on" },
  });

/** A person stands in DevTools at a line of its script: it is not freed of that, and not left. */
export const stoppedByPerson = (): DroverError =>
  new DroverError("timeout", "somebody has stopped the page's script in DevTools; nothing was begun", {
    hint: "It answers again when they let it go on, or close DevTools.",
    failure: { source: "drover", hint: "the page waits at a breakpoint" },
  });

export const seconds = (ms: number): number => Math.max(1, Math.round(ms / 1000));
