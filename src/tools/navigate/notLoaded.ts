import { DroverError } from "../../protocol/errors.ts";

const ASKS_WHO = "Its server wants a name and a password, and did not get the right ones: open a session with open_session({credentials: [\"https://user:<SECRET>@host\"]}).";

/** An address that gave no page. */
export const notLoaded = (href: string, errorText: string, fields: Record<string, unknown> = {}): DroverError =>
  new DroverError("navigation-failed", `${href} could not be loaded: ${errorText}`, {
    hint: errorText === "net::ERR_INVALID_AUTH_CREDENTIALS" ? ASKS_WHO : "Check the address, and whether its server runs.",
    failure: { source: "app", hint: "The address did not answer as a page." },
    fields,
  });
