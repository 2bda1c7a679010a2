/** What other tools have a word for, and how it is said here. */
export const elsewhere: Record<string, string> = {
  check: "drover fill <target> true",
  uncheck: "drover fill <target> false",
  url: "drover status",
  title: "drover eval document.title",
  html: "drover eval document.documentElement.outerHTML",
  quit: "drover close",
  exit: "drover close",
  kill: "drover close --all",
  "close-tab": "drover tab-close",
  "new-tab": "drover tab-open <url>",
  keyboard: "drover press <key>",
  devtools: "drover inspect",
};
