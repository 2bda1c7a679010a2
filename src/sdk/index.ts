/**
 * `import { connect } from "drover"`: real browsers for programs, in the sessions that agents and people use too. For one page of a browser that
 * already runs, without a daemon, there is `drover/session`.
 */
export { connect, type Drover, type DroverOptions, type SessionList, type SessionOptions } from "./drover.ts";
export type { DroverSession } from "./droverSession.ts";
export { ToolError } from "./call.ts";
export type { CallOptions, Common, Picture, Result } from "../client/toolMethod.ts";
export type { DroverEvent, EventStream } from "./eventStream.ts";
export { DroverError, type ErrorCode, type ErrorResult, type Failure } from "../protocol/errors.ts";
export type { ConsoleEvent, EventPayloads, EventTopic, PageEvent, RequestEvent } from "../protocol/events.ts";
export type { DaemonStatus } from "../protocol/messages.ts";
export type * from "../generated/sdkTools.ts";

/**
 * What the tools of plugins take and answer, by name. `drover plugin` writes those of a workspace to `plugins/drover-plugins.d.ts` there: include that file, and
 * `call` knows them.
 */
export interface PluginTools {}

