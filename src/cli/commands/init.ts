import { agentClients } from "../clients/agentClients.ts";
import type { OwnCommand } from "./ownCommand.ts";

export const initCommand: OwnCommand = {
  name: "init",
  usage: "[folder]",
  words: 1,
  summary: "Set a project up for agents: writes their client's file and finds the project's test attributes",
  flags: {
    for: { value: "client", many: true, help: `${agentClients.map(({ name }) => name).join(", ")} or all; claude, and you are asked about others that the project shows` },
    user: { help: "for all your projects: the client's file in your home folder" },
    "dry-run": { help: "show what would be written" },
    yes: { help: "write files outside the project without asking" },
    "test-attrs": { value: "names", help: "which test attributes, the most important first, joined by commas" },
    local: { help: "name this installation's folder, for a file that is not shared" },
  },
  examples: ["init", "init --for cursor --for codex", "init --for windsurf --dry-run", "init ./web --test-attrs data-testid,data-qa"],
  run: async (call) => (await import("../machine/main.ts")).init(call),
};
