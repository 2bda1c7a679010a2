/**
 * `import { handOver } from "drover/test"`: a test stops at a line, Drover drives its page, and the test goes on. Works in any test runner, with pages of Playwright and
 * Puppeteer and with sessions of `drover`.
 */
export { handOver, type HandOverOptions } from "./handOver.ts";
export type { PlaywrightPage, PuppeteerPage } from "./programPage.ts";
export type { DroverSession } from "../droverSession.ts";
