/** Writes every generated file, or with --check says which are stale. One declaration, everything else derived. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { cliManifest } from "./gen/cliManifest.ts";
import { deviceList } from "./gen/devices.ts";
import { mcpTools } from "./gen/mcpTools.ts";
import { reference } from "./gen/reference.ts";
import { roomsTable } from "./gen/roomsTable.ts";
import { sdkTypes } from "./gen/sdkTypes.ts";
import { toolboxFiles } from "./gen/toolboxFiles.ts";
import { toolFamilies } from "./gen/toolFamilies.ts";

/** Path from the repository's root to contents. */
export type GeneratedFiles = Record<string, string>;

const generators: (() => GeneratedFiles | Promise<GeneratedFiles>)[] = [deviceList, cliManifest, mcpTools, toolFamilies, sdkTypes, reference, roomsTable, toolboxFiles];

const check = process.argv.includes("--check");
const stale: string[] = [];
for (const generate of generators) {
  for (const [file, contents] of Object.entries(await generate())) {
    if (existsSync(file) && readFileSync(file, "utf8") === contents) continue;
    stale.push(file);
    if (check) continue;
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, contents);
  }
}
if (stale.length > 0) console.log(`${check ? "stale" : "wrote"}: ${stale.join(", ")}`);
if (check && stale.length > 0) {
  console.error("Generated files are stale: run `npm run gen` and commit the result.");
  process.exit(1);
}
