/** `dist/types/zod`: what `drover/plugin` says of zod, so that its users need no package of 8 MB for a few declarations. */
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

const SOURCE = "node_modules/zod";
const TYPES = "dist/types";

const isDeclaration = (file: string): boolean => file.endsWith(".d.ts");

export function bringZodTypes(): void {
  const own = path.join(TYPES, "zod");
  rmSync(own, { recursive: true, force: true });
  for (const part of ["classic", "core"]) {
    mkdirSync(path.join(own, part), { recursive: true });
    for (const name of readdirSync(path.join(SOURCE, "v4", part)).filter(isDeclaration)) cpSync(path.join(SOURCE, "v4", part, name), path.join(own, part, name));
  }
  // English is the one language that is bundled.
  mkdirSync(path.join(own, "locales"));
  cpSync(path.join(SOURCE, "v4/locales/en.d.ts"), path.join(own, "locales/en.d.ts"));
  writeFileSync(path.join(own, "locales/index.d.ts"), 'export { default } from "./en.js";\n');
  cpSync(path.join(SOURCE, "LICENSE"), path.join(own, "LICENSE"));
  for (const name of readdirSync(TYPES, { recursive: true, encoding: "utf8" }).filter(isDeclaration)) pointAt(path.join(TYPES, name), path.join(own, "classic/index.js"));
}

function pointAt(file: string, zod: string): void {
  const text = readFileSync(file, "utf8");
  const relative = path.relative(path.dirname(file), zod);
  const place = relative.startsWith(".") ? relative : `./${relative}`;
  const pointed = text.replaceAll(/(from |import\()"zod"/g, (_whole, before: string) => `${before}"${place}"`);
  if (pointed !== text) writeFileSync(file, pointed);
}
