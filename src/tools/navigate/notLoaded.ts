import { DroverError } from "../../protocol/errors.ts";

/** An address that gave no page. */
export const notLoaded = (href: string, errorText: string, fields: Record<string, unknown> = {}): DroverError =>
  new DroverError("navigation-failed", `${href} could not be loaded: ${errorText}`, {
    hint: "Check the address, and whether its server runs.",
    failure: { source: "app", hint: "The address did not answer as a page." },
    fields,
  });
