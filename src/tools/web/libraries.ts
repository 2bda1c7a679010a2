/** What only reading the web without a browser needs: a bundle of its own, loaded when it is first used. */
export { Cookie, CookieJar } from "tough-cookie";
export { default as robotsParser } from "robots-parser";
