import { parseHTML } from "linkedom";
import { expect, test } from "vitest";
import { withoutWhatIsBeside } from "./withoutWhatIsBeside.ts";

const prose = (about: string): string => `<p>${`${about} are long and strong, and they last for years when they are kept dry, away from the sun and from anything that burns. `.repeat(3)}</p>`;

/** The blocks that are left of an article, its prose by the first word. */
function left(html: string): string[] {
  const { document } = parseHTML(`<html><body><article>${html}</article></body></html>`);
  const root = withoutWhatIsBeside(document.querySelector("article") as unknown as Element);
  return [...root.querySelectorAll("h1, h2, p, li, figcaption, div, td")]
    .filter((each) => !each.querySelector("p, li, div, figcaption"))
    .map((each) => (each.textContent ?? "").replaceAll(/\s+/g, " ").trim())
    .map((text) => (text.includes(" are long and strong") ? (text.split(" ")[0] ?? "") : text))
    .filter(Boolean);
}

const article = (inside: string): string[] => left(`<h1>Ropes hold</h1>${prose("Ropes")}${inside}${prose("Knots")}${prose("Ships")}`);
const untouched = ["Ropes hold", "Ropes", "Knots", "Ships"];

const caption = "Two sailors tie a rope to the mast of a ship in the harbour.";

test("a gallery that tells a caption in two sizes, or once more apart from its picture, is left with it once", () => {
  const galleries = [
    `<figure><img src=a><figcaption class=caption>${caption}</figcaption></figure><div class=gallery><div class=caption>${caption}</div></div>`,
    `<div class=gallery><div class=caption-short>${caption.slice(0, 45)}</div><div class=caption-full>${caption}</div></div>`,
    `<div class=gallery><div class=caption>${caption}</div><div class=caption>${caption}</div></div>`,
  ];
  for (const gallery of galleries) expect(article(gallery)).toEqual(["Ropes hold", "Ropes", caption, "Knots", "Ships"]);
});

test("a caption stays in whatever it is wrapped, under each picture, and when it is short", () => {
  const figure = (words: string): string => `<figure><img src=a><figcaption class=caption><span class=caption-text>${words}</span></figcaption></figure>`;
  const box = "<div class=caption>A rope</div>";
  expect(article(figure(caption) + figure(caption)).filter((each) => each === caption)).toHaveLength(2);
  expect(article(box + box).filter((each) => each === "A rope")).toHaveLength(2);
});

test.each([
  "<div class=embed><p>Externer Inhalt von Knoten.tv, der den Artikel ergänzt und hier nicht geladen wird, bevor Sie es erlauben.</p></div>",
  "<p>Please enable JavaScript to see how the ropes were tied, or come back with another browser.</p>",
  "<div class=editorial-disclosure><p>We are paid by some of those whose ropes we write about, and say so here.</p></div>",
  "<div class=saboxplugin-wrap><p>Ada likes ropes of every kind, and ships that are held by them.</p></div>",
])("%s is none of the article", (html) => {
  expect(article(html)).toEqual(untouched);
});

test("sentences that tell of the same are the article's", () => {
  const told = ["<p>Ropes for which JavaScript is disabled are tied by hand.</p>", "<ul><li>Please enable JavaScript, then tie the rope.</li><li>Pull.</li></ul>"];
  for (const each of told) expect(article(each)).not.toEqual(untouched);
});
