import type { OwnCommand } from "./ownCommand.ts";

/** Commands about this machine: their code knows browsers as processes and sits in a bundle of its own. */
const machine = () => import("../machine/main.ts");

export const installCommand: OwnCommand = {
  name: "install",
  usage: "[chromium|firefox|ffmpeg]",
  words: 1,
  summary: "Find a browser on this machine, or get one",
  verbs: ["chromium", "firefox", "ffmpeg"],
  examples: ["install", "install firefox"],
  run: async (call) => (await machine()).install(call),
};

export const browsersCommand: OwnCommand = {
  name: "browsers",
  usage: "",
  summary: "The browsers on this machine, and what the named endpoints have",
  run: async (call) => (await machine()).browsers(call),
};

export const doctorCommand: OwnCommand = {
  name: "doctor",
  usage: "[--fix] [--report] [--bundle file.zip]",
  summary: "Check that everything works here, and clear away what a crash left",
  flags: {
    fix: { help: "mend what can be mended: get a missing browser, end lost processes, remove left-overs" },
    report: { help: "print a document to attach to a bug: versions, configuration, log, what was said to the browsers last; without secrets" },
    bundle: { value: "file", help: "write that document and the records of calls, which have no secrets either, into a zip" },
  },
  examples: ["doctor --fix", "doctor --report > report.md", "doctor --bundle bug.zip"],
  run: async (call) => (await machine()).doctor(call),
};

export const chromeCommand: OwnCommand = {
  name: "chrome",
  usage: "start|stop|status [--port N] [--insecure]",
  words: 1,
  summary: "A browser of your own with a window, for sessions to attach to",
  verbs: ["start", "stop", "status"],
  flags: {
    port: { value: "port", help: "where it listens; 9222 unless given" },
    headless: { help: "without a window" },
    insecure: { help: "switch the same-origin policy off; for tests only" },
  },
  examples: ["chrome start", "open --attach 9222", "chrome stop"],
  run: async (call) => (await machine()).chrome(call),
};

export const attachCommand: OwnCommand = {
  name: "attach",
  usage: "[browser|endpoint|tw-…] [--tab title]",
  words: 1,
  summary: "Drive a browser of your own that is open, with its log-ins: finds it, says how to allow it, lists its tabs",
  flags: { tab: { value: "tab", help: "which tab: its number, a part of its title or its address" }, list: { help: "only list the browsers that run" } },
  examples: ["attach", "attach chrome --tab GitHub", "attach --list", "attach 9222", "attach tw-1a2b3c"],
  run: async (call) => (await machine()).attach(call),
};

export const bridgeCommand: OwnCommand = {
  name: "bridge",
  usage: "[--port N]",
  summary: "Drive single tabs of a browser that is open, which you share with a small extension",
  flags: { port: { value: "port", help: "where it listens for the extension; any unless given" } },
  examples: ["bridge --session mine"],
  run: async (call) => (await machine()).bridge(call),
};

export const importCommand: OwnCommand = {
  name: "import",
  usage: "--from browser --domain example.com",
  summary: "Take your log-in of one site, which is its cookies, from a browser of yours into a session",
  flags: {
    from: { value: "browser", help: "whose", choices: ["chrome", "chromium", "edge", "brave", "firefox"] },
    domain: { value: "domain", help: "of this site and what is below it" },
    profile: { value: "name", help: 'which profile of Chromium\'s family: "Default" unless given, "Profile 1" …' },
    folder: { value: "folder", help: "where the profile is, if it is not where that browser has it" },
  },
  examples: ["import --from firefox --domain example.com", "import --from chromium --domain example.com --session work"],
  run: async (call) => (await machine()).importCookies(call),
};
