/** The package's version. A test holds it equal to package.json. */
export const VERSION = "0.1.0";

/** Raised when a message changes meaning. Clients and daemons of one protocol understand each other. */
export const PROTOCOL = 1;
