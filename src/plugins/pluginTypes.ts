import { rmSync } from "node:fs";
import { attempt } from "../diagnosis/mayFail.ts";
import { writeWholeSync } from "../files/wholeFile.ts";
import { docComment, typeOfSchema } from "../tools/surfaces/typeOfSchema.ts";
import type { ToolRecord } from "./toolRecord.ts";

/** Tells the library's users what the tools of their plugins take and answer: `drover.call("shop.basket", …)` is typed with this file. */
export function pluginTypes(file: string, tools: readonly ToolRecord[]): void {
  if (tools.length === 0) return rmSync(file, { force: true });
  const members = tools.map(
    ({ name, summary, input, output }) =>
      `${docComment(summary, "    ")}    ${JSON.stringify(name)}: {\n      input: ${typeOf(input)};\n      output: ${typeOf(output)};\n    };\n`,
  );
  writeWholeSync(file, `// Written by \`drover plugin\`: what the tools of this workspace's plugins take and answer.\nimport "drover";\n\ndeclare module "drover" {\n  interface PluginTools {\n${members.join("")}  }\n}\n`);
}

/** A schema that has no TypeScript is anything. */
const typeOf = (schema: ToolRecord["input"]): string => attempt(() => typeOfSchema(schema, "      "), "the type of a plugin's tool cannot be written", "Record<string, unknown>");
