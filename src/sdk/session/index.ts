/** `import { PageSession, listTargets } from "drover/session"`: one page of any running browser, without Drover's daemon. */
export { PageSession, type AttachOptions, type FetchOptions, type FetchResult, type NavigateOptions, type PictureOptions, type WaitOptions } from "./pageSession.ts";
export { listTargets, type ListOptions, type TargetInfo } from "./targets.ts";
export type { PageStorage } from "./pageStorage.ts";
export type { Cookie, CookieParam } from "../../engine/port.ts";
export { DroverError, type ErrorCode } from "../../protocol/errors.ts";
