import { readFileSync } from "node:fs";
import { registry } from "../../src/tools/registry.ts";
import type { GeneratedFiles } from "../gen.ts";
import { type SkillText, skillTexts } from "./skillTexts.ts";

const { version, description } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string; description: string };

/** Its name in the MCP registry; package.json has it too, which is how the registry knows that both are ours. */
const REGISTRY_NAME = "io.github.drover-browser/drover";

/** What other programs read to take Drover in: skills, a Claude plugin, the MCP registry's description, an index for models. */
export function toolboxFiles(): GeneratedFiles {
  return {
    ...Object.fromEntries(skillTexts.map((skill) => [`skills/${skill.name}/SKILL.md`, skillPage(skill)])),
    "server.json": json({
      $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
      name: REGISTRY_NAME,
      title: "Drover",
      description: "Drives real browsers for agents: live sessions, Chromium and Firefox, actions that say what changed.",
      version,
      packages: [
        {
          registryType: "npm",
          identifier: "drover",
          version,
          transport: { type: "stdio" },
          packageArguments: [{ type: "positional", value: "mcp" }],
          environmentVariables: [
            { name: "DROVER_CAPABILITIES", description: "What the agent may do: read,navigation,action,human and, if wanted, eval, file-io, secrets …" },
            { name: "DROVER_WORKSPACE", description: "Folder for files that tools read and write" },
            { name: "DROVER_HEADLESS", description: "0 shows the window" },
          ],
        },
      ],
    }),
    ".claude-plugin/plugin.json": json({ name: "drover", version, description, license: "Apache-2.0", skills: "./skills/", mcpServers: { drover: { command: "npx", args: ["--yes", "drover", "mcp"] } } }),
    "llms.txt": llmsText(),
  };
}

const json = (value: object): string => `${JSON.stringify(value, undefined, 2)}\n`;

function skillPage({ name, description: when, intro, commands, advice, tools }: SkillText): string {
  const rows = tools.map((tool) => {
    const declared = registry.get(tool);
    if (!declared) throw new Error(`the skill ${name} names ${tool}, which is no tool`);
    return `- \`${declared.cli?.instead ?? tool.replaceAll("_", "-")}\`: ${declared.summary}`;
  });
  return `---
name: ${name}
description: ${when}
version: ${version}
---

${intro}

\`\`\`sh
${commands}
\`\`\`

${advice.map((line) => `- ${line}`).join("\n")}

## Commands

${rows.join("\n")}

\`drover <command> --help\` says all about one of them. Over MCP they are tools of the same names with \`_\` for \`-\`.
`;
}

function llmsText(): string {
  const guides = [
    ["mcp", "For agents, over MCP: the loop, which tools, what answers cost, what an agent may do"],
    ["shell", "At a shell: commands, the REPL, scripts"],
    ["library", "The TypeScript library"],
    ["reach", "A person's own browser, shared tabs, imported log-ins"],
    ["security", "Capabilities, secrets, origins, what is masked"],
    ["guard", "What a guarded session may reach"],
    ["web", "Reading the web, with and without a browser"],
    ["evidence", "Recording, replaying, reporting"],
    ["engines", "What each engine can do"],
    ["reference/README", "Every tool: input, output, examples"],
  ];
  return `# Drover

> ${description}

The loop: look with \`snapshot\` or \`find\`, act on a ref such as \`e12\`, read the answer, which says what changed. Start an MCP server with \`drover mcp\`; at a shell begin with \`drover open <url>\` and \`drover snapshot\`.

## Guides

${guides.map(([file, what]) => `- [${file}](docs/${file}.md): ${what}`).join("\n")}

## Skills

${skillTexts.map(({ name, description: when }) => `- [${name}](skills/${name}/SKILL.md): ${when}`).join("\n")}
`;
}
