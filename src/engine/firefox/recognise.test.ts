import { expect, test } from "vitest";
import { recognise } from "./recognise.ts";

const tab = (url: string, adoptionKey: string) => ({ url, adoptionKey });
const ids = (named: Map<{ url: string }, string>) => [...named].map(([{ url }, id]) => [url, id]);

test("a document that is still the same, wherever it says it is", () => {
  const found = [tab("http://a/", "2"), tab("http://a/#spa", "1")];
  const known = [
    { id: "first", key: "1", url: "http://a/" },
    { id: "second", key: "2", url: "http://a/" },
  ];
  expect(ids(recognise(found, known, { sole: false }))).toEqual([
    ["http://a/", "second"],
    ["http://a/#spa", "first"],
  ]);
});

test("a document that was loaded again is known by its address", () => {
  const known = [{ id: "x", key: "1", url: "http://a/" }];
  expect(ids(recognise([tab("http://b/", "8"), tab("http://a/", "9")], known, { sole: false }))).toEqual([["http://a/", "x"]]);
});

test("a tab that went elsewhere is claimed only by a session that is alone", () => {
  const known = [{ id: "x", key: "1", url: "http://a/" }];
  expect(recognise([tab("http://b/", "9")], known, { sole: false }).size).toBe(0);
  expect(ids(recognise([tab("http://b/", "9")], known, { sole: true }))).toEqual([["http://b/", "x"]]);
});
