import { readFileSync } from "node:fs";
import type { GeneratedFiles } from "../gen.ts";
import { exceptions, rooms } from "../rooms.ts";

const PAGE = "docs/architecture.md";
const BEGIN = "<!-- rooms: written by `npm run gen` from scripts/rooms.ts -->\n";
const END = "<!-- end of rooms -->\n";

const named = (places: string[]) => places.map((place) => (place.includes("/") ? `\`src/${place}\`` : place)).join(", ") || "nothing";

/** The rooms and their exceptions, in the middle of a page that is written by hand. */
export function roomsTable(): GeneratedFiles {
  const text = readFileSync(PAGE, "utf8");
  const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`${PAGE} has no place for the table of rooms: "${BEGIN.trim()}" … "${END.trim()}"`);
  const lines = [
    "| room | what is in it | may import |",
    "| --- | --- | --- |",
    ...Object.entries(rooms).map(([name, { holds, mayImport }]) => `| \`src/${name}\` | ${holds} | ${named(mayImport)} |`),
    "",
    ...exceptions.map(({ place, mayImport, because }) => `- \`src/${place}\` may also import ${named(mayImport)}: ${because}.`),
  ];
  return { [PAGE]: `${text.slice(0, from)}${BEGIN}\n${lines.join("\n")}\n\n${text.slice(to)}` };
}
