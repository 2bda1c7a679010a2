import { DroverError } from "../../protocol/errors.ts";

const ASKS_WHO = "Its server wants a name and a password, and did not get the right ones: open a session with open_session({credentials: [\"https://user:<SECRET>@host\"]}). web_scrape shows what it answers to those who have none.";

const NO_CREDENTIALS = "net::ERR_INVALID_AUTH_CREDENTIALS";

/** For those of Chromium's reasons that ask for something else than another look at the address. */
const hints: Record<string, string> = {
  [NO_CREDENTIALS]: ASKS_WHO,
  "net::ERR_TOO_MANY_REDIRECTS": "It leads in a circle: its server may want a cookie or a log-in first. Look at one step of it with web_scrape or network_read.",
  "net::ERR_ABORTED": "Its server answered with nothing to show (such as 204), or the page went somewhere else meanwhile.",
  "net::ERR_UNSAFE_PORT": "Browsers do not open that port, whatever listens there.",
};

/** An address that gave no page. */
export const notLoaded = (href: string, errorText: string, fields: Record<string, unknown> = {}): DroverError =>
  new DroverError("navigation-failed", `${href} could not be loaded: ${errorText}`, {
    hint: hints[errorText] ?? "Check the address, and whether its server runs.",
    failure: { source: "app", hint: "The address did not answer as a page.", ...(errorText === NO_CREDENTIALS && { kind: "credentials" }) },
    fields,
  });
