/**
 * `import { PageSession, listTargets } from "drover/session"`: one page of a browser that somebody else has started, driven from this process.
 *
 * It is the smaller of the library's two entries. `drover` talks to Drover's daemon: named sessions that outlive the program and that agents,
 * people and programs share, with every tool as a method. `drover/session` starts nothing and shares nothing: it attaches to one page over the
 * browser's own protocol, can navigate, evaluate, wait, fetch, take pictures and handle cookies and storage, and lets go of the page when it is
 * closed. Its `PageSession` is in no list of Drover's sessions, and no policy of the daemon's holds for it.
 */
export { PageSession, type AttachOptions, type FetchOptions, type FetchResult, type NavigateOptions, type PictureOptions, type WaitOptions } from "./pageSession.ts";
export { listTargets, type ListOptions, type TargetInfo } from "./targets.ts";
export type { PageStorage } from "./pageStorage.ts";
export type { Cookie, CookieParam } from "../../engine/port.ts";
export { DroverError, type ErrorCode } from "../../protocol/errors.ts";
