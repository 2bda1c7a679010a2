import os from "node:os";
import path from "node:path";

/** How a server is started. */
export interface ServerEntry {
  command: string;
  args: string[];
  env: Record<string, string>;
}

/** A program that agents live in, and where it looks for MCP servers. */
export interface AgentClient {
  /** As in `--for`. */
  name: string;
  title: string;
  format: "json" | "toml";
  /** Of the project, so that whoever checks it out has it; undefined where the program has none. */
  projectFile?: string;
  /** Below the person's home. */
  userFile: string;
  /** The member that the servers are in. */
  member: string;
  /** What an entry has besides command, args and env. */
  besides?: Record<string, string>;
  /** Files or folders of a project that show that it is used there. */
  signs: string[];
  /** What is left to do after the file is there. */
  next: string;
}

export const agentClients: AgentClient[] = [
  { name: "claude", title: "Claude Code", format: "json", projectFile: ".mcp.json", userFile: ".claude.json", member: "mcpServers", signs: [".claude", "CLAUDE.md"], next: "Claude Code asks once whether the project's servers may run; /mcp shows them." },
  { name: "cursor", title: "Cursor", format: "json", projectFile: ".cursor/mcp.json", userFile: ".cursor/mcp.json", member: "mcpServers", signs: [".cursor", ".cursorrules"], next: "Switch it on in Cursor's settings, under MCP." },
  { name: "vscode", title: "VS Code", format: "json", projectFile: ".vscode/mcp.json", userFile: ".config/Code/User/mcp.json", member: "servers", besides: { type: "stdio" }, signs: [".vscode"], next: "Start it from the file, or with `MCP: List Servers`." },
  { name: "codex", title: "Codex", format: "toml", projectFile: ".codex/config.toml", userFile: ".codex/config.toml", member: "mcp_servers", signs: [".codex", "AGENTS.md"], next: "Codex reads a project's file when the project is trusted; `codex mcp list` shows it." },
  { name: "gemini", title: "Gemini CLI", format: "json", projectFile: ".gemini/settings.json", userFile: ".gemini/settings.json", member: "mcpServers", signs: [".gemini", "GEMINI.md"], next: "/mcp shows it." },
  { name: "windsurf", title: "Windsurf", format: "json", userFile: ".codeium/windsurf/mcp_config.json", member: "mcpServers", signs: [".windsurf", ".windsurfrules"], next: "Press refresh in Windsurf's list of MCP servers." },
  { name: "zed", title: "Zed", format: "json", projectFile: ".zed/settings.json", userFile: ".config/zed/settings.json", member: "context_servers", besides: { source: "custom" }, signs: [".zed"], next: "Zed takes it up at once; the agent panel's settings show it." },
];

/** VS Code is the one whose place depends on the system. */
export function userFileOf({ name, userFile }: AgentClient, home = os.homedir(), platform = process.platform): string {
  if (name !== "vscode" || platform === "linux") return path.join(home, userFile);
  return platform === "darwin" ? path.join(home, "Library/Application Support/Code/User/mcp.json") : path.join(process.env["APPDATA"] ?? path.join(home, "AppData/Roaming"), "Code/User/mcp.json");
}
