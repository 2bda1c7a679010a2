import { describe, expect, test } from "vitest";
import { judgedByPhrases, judgedByShingles } from "./readingJudges.ts";

const article = "Ropes are long and strong. They last for years when dry.";
const page = "Ropes hold: a test\nHome News Sport Weather\nRopes are long and strong.\nThey last for years when dry.\nSubscribe to our letter today\nImprint and cookies here";

describe("an article whose text is known", () => {
  const judge = judgedByShingles({ article, names: ["Ropes hold: a test | The Knot"], page });

  test("read with nothing else, under its name and in markdown, is kept and all else dropped", () => {
    expect(judge("# Ropes hold: a test\n\nRopes are [long](http://x.test/a) and **strong**.\n\n![A rope of hemp that holds](http://x.test/p.png)\n\n1. They last for years when dry.")).toEqual({ kept: 1, dropped: 1, precision: 1, lost: [], left: [] });
  });

  test("loses four words in a row for each that is missing, and says which", () => {
    // Of eight shingles three are there.
    expect(judge("They last for years when dry.")).toMatchObject({ kept: 3 / 8, precision: 1, dropped: 1, lost: ["Ropes are long and strong They last for"] });
  });

  test("is judged by how much of the rest of the page came with it", () => {
    const all = judge(page);
    expect(all).toMatchObject({ kept: 1, dropped: 0 });
    const some = judge(`${article}\nSubscribe to our letter today`);
    expect(some.left).toEqual(["years when dry Subscribe to our letter today"]);
    expect(some.dropped).toBeGreaterThan(0.5);
    expect(some.dropped).toBeLessThan(1);
    expect(some.precision).toBeCloseTo(8 / 13);
  });

  test("counts what stands twice on its page twice", () => {
    const twice = judgedByShingles({ article, names: [], page: `${article}\n${article}` });
    expect(twice(article).dropped).toBe(1);
    expect(twice(`${article}\n${article}`).dropped).toBe(0);
  });

  test("of which nothing was read has no precision", () => {
    expect(judge("")).toMatchObject({ kept: 0, dropped: 1 });
    expect(judge("")).not.toHaveProperty("precision");
  });
});

test("phrases are looked for without markup, and a set that names none says nothing of them", () => {
  const judge = judgedByPhrases(["ropesarelong"], ["imprint", "cookies"]);
  expect(judge("**Ropes** are [long](http://imprint.test). Cookies!")).toEqual({ kept: 1, dropped: 0.5, lost: [], left: ["cookies"] });
  expect(judgedByPhrases([], ["imprint"])("")).toEqual({ dropped: 1, lost: [], left: [] });
});
