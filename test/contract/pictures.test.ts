import { expect, test } from "vitest";
import { sourceFiles, textOf } from "./sources.ts";

test("tools picture and print pages in the one way that covers secrets", () => {
  const takers = [...sourceFiles("src/tools"), ...sourceFiles("src/session")].filter((file) => /\.(?:screenshot|pdf)\(/.test(textOf(file)));
  expect(takers).toEqual(["src/session/picture.ts"]);
});
