import { DroverError } from "../protocol/errors.ts";

/** The way to a browser elsewhere broke: neither the page nor the browser need have done anything. */
export const connectionLost = (name: string, cause?: unknown): DroverError =>
  new DroverError("connection-lost", `the connection to endpoint "${name}" was lost during the call`, {
    cause,
    hint: "What was asked may have been done or not: look before you repeat it. The next call connects again, if the far side has kept the browser.",
    failure: { source: "unknown" },
  });
