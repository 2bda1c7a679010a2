import { type Page, htmlDocument } from "./document.ts";
import { panel } from "./panel.ts";

const subjects = ["The river", "A drover", "The herd", "An old map", "The market town", "Each traveller", "The ford"];
const verbs = ["crosses", "remembers", "avoids", "follows", "describes", "outlives", "meets"];
const objects = ["the northern road", "every winter", "a quiet valley", "the toll house", "its own name", "the drove way"];

const sentence = (seed: number): string =>
  `${subjects[seed % subjects.length]} ${verbs[(seed * 3) % verbs.length]} ${objects[(seed * 5) % objects.length]}, ` +
  `as the record of ${1700 + (seed % 120)} says.`;

const paragraph = (seed: number): string => {
  const sentences = Array.from({ length: 6 }, (_, index) => sentence(seed * 7 + index));
  return `<p>${sentences.join(" ")} <a href="#note-${seed}">Note ${seed}</a>.</p>`;
};

const section = (index: number): string =>
  `<section id="part-${index}"><h2>Part ${index}</h2>` +
  `${Array.from({ length: 8 }, (_, number) => paragraph(index * 10 + number)).join("")}` +
  `<blockquote>${sentence(index)}</blockquote></section>`;

const contents = Array.from({ length: 12 }, (_, index) => `<li><a href="#part-${index}">Part ${index}</a></li>`);

export const article: Page = {
  name: "article",
  title: "long article",
  html: htmlDocument(
    "On the drove ways",
    `<nav aria-label="Contents"><ol>${contents.join("")}</ol></nav><main><article><h1>On the drove ways</h1>${panel}` +
      `${Array.from({ length: 12 }, (_, index) => section(index)).join("")}</article></main>`,
  ),
};
