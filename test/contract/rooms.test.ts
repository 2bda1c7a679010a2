import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { exceptions, rooms } from "../../scripts/rooms.ts";
import { importsOf, sourceFiles, textOf } from "./sources.ts";

/** A place with what it imports from other rooms, all without src/. */
interface Edge {
  file: string;
  wanted: string;
}

const roomOf = (place: string): string => place.split("/")[0] ?? "";
const isIn = (file: string, place: string): boolean => file === place || file.startsWith(`${place}/`);

const edges: Edge[] = sourceFiles("src").flatMap((file) =>
  importsOf(file)
    .filter((wanted) => wanted.startsWith("src/"))
    .map((wanted) => ({ file: file.slice("src/".length), wanted: wanted.slice("src/".length) }))
    .filter(({ file, wanted }) => roomOf(file) !== roomOf(wanted)),
);

/** Every permit there is: a room's, or an exception's. */
const permits = [
  ...Object.entries(rooms).map(([place, { mayImport }]) => ({ place, mayImport })),
  ...exceptions,
].flatMap(({ place, mayImport }) => mayImport.map((wanted) => ({ place, wanted })));

test("every folder of src/ is a room with a row, and every row is a folder", () => {
  const folders = readdirSync("src", { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(Object.keys(rooms).sort()).toEqual(folders.map(({ name }) => name).sort());
});

test.each(Object.keys(rooms))("src/%s imports only what it may", (room) => {
  const wrong = edges
    .filter(({ file }) => roomOf(file) === room)
    .filter(({ file, wanted }) => !permits.some((permit) => isIn(file, permit.place) && isIn(wanted, permit.wanted)))
    .map(({ file, wanted }) => `src/${file} → src/${wanted}`);
  expect(wrong).toEqual([]);
});

test("no permit is left that nobody uses", () => {
  const idle = permits
    .filter((permit) => !edges.some(({ file, wanted }) => isIn(file, permit.place) && isIn(wanted, permit.wanted)))
    .map(({ place, wanted }) => `src/${place} → src/${wanted}`);
  expect(idle).toEqual([]);
});

test.each([
  ["the permits", permits.map(({ place, wanted }) => [place, wanted])],
  ["the imports", edges.map(({ file, wanted }) => [file, wanted])],
])("no circle of rooms in %s", (_, pairs) => {
  const order = Object.keys(rooms);
  const upward = pairs
    .filter(([from = "", to = ""]) => order.indexOf(roomOf(from)) <= order.indexOf(roomOf(to)))
    .map(([from, to]) => `src/${from} → src/${to}`);
  expect(upward, "imports of a room that scripts/rooms.ts lists further down").toEqual([]);
});

/** They speak to people's browsers, and nothing of their protocol: what DevTools say there is passed on unread. */
const servers = new Set(["src/loopback/serveVisitor.ts", "src/dashboard/serveDashboard.ts", "src/dashboard/serveDevTools.ts"]);

/** Asks a socket elsewhere which of the two it speaks, before an engine is chosen. */
const finder = "src/remote/providers/plain.ts";

test("only the engines know a browser's protocol", () => {
  const wrong = sourceFiles("src").filter(
    (file) => !file.startsWith("src/engine/") && file !== finder && !servers.has(file) && /from "(ws|devtools-protocol[^"]*|webdriver-bidi-protocol)"/.test(textOf(file)),
  );
  expect(wrong).toEqual([]);
});

test("the engines are known by those who connect to browsers", () => {
  const connecting = ["src/daemon/", "src/sdk/session/", "src/engine/"];
  const wrong = sourceFiles("src")
    .filter((file) => !connecting.some((place) => file.startsWith(place)))
    .flatMap((file) => importsOf(file).filter((wanted) => /^src\/engine\/(chromium|firefox)\//.test(wanted)).map((wanted) => `${file} → ${wanted}`));
  expect(wrong).toEqual([]);
});
