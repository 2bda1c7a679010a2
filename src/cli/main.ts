/** The command line's entry. */
import { reportFailure, runCommandLine } from "./commandLine.ts";

const argv = process.argv.slice(2);
runCommandLine(argv)
  .catch((thrown: unknown) => reportFailure(thrown, argv))
  // Ends at once: waiting for the connection to close would only make the shell wait too.
  .then((code) => process.exit(code));
