import { expect, test } from "vitest";
import { inShellWords } from "./inShellWords.ts";

const tools = ["open_session", "close_session", "close_sessions", "list_sessions", "wait_for", "visual_diff", "register_secret", "scroll"];
const known = { isTool: (word: string) => tools.includes(word), isArgument: (word: string) => ["timeoutMs", "pathOnly", "fullPage"].includes(word) };

test.each([
  ["close_sessions({all:true}) first.", "`drover close-sessions --all` first."],
  ["list_sessions shows the open ones.", "`drover list-sessions` shows the open ones."],
  ["Follow with wait_for, or pass a larger timeoutMs.", "Follow with `drover wait-for`, or pass a larger --timeout-ms."],
  ['visual_diff({baseline:"a b.png", update:true}) takes it.', "`drover visual-diff --baseline 'a b.png' --update` takes it."],
  ['Replay it with open_session({hars:["x.har"]}).', "Replay it with `drover open-session --hars x.har`."],
  ['Example: scroll({to:"bottom"}) or scroll({by:{y: 400}})', `Example: \`drover scroll --to bottom\` or \`drover scroll --by '{"y":400}'\``],
  ["Pass exactly one of ref, selector, named, coords.", "Name one target: a ref (e12), a name (@login), coordinates (120,80) or a selector."],
  ["Pass ref, selector or named.", "Name one target: a ref (e12), a name (@login), coordinates (120,80) or a selector."],
  ['Pass page:"AB12" or look at this page with snapshot or find.', "Pass --page AB12 or look at this page with snapshot or find."],
  ["pass another `session`, it opens on first use.", "pass another --session, it opens on first use."],
  // What is no tool and no argument stays: hooks, settings, the web's own names, and what already speaks of a shell.
  ["confirm hook navigate_off_allowlist", "confirm hook navigate_off_allowlist"],
  ["allowedOrigins and localStorage", "allowedOrigins and localStorage"],
  ["register_secret, or `drover secret set PW`.", "`drover register-secret`, or `drover secret set PW`."],
  ['Write "close_session" there.', 'Write "close_session" there.'],
])("%s", (given, said) => expect(inShellWords(given, known)).toBe(said));
