import * as dom from "../dom.ts";
import { matchAll } from "../selector/index.ts";
import type { MeasureApi } from "./api.ts";

export const boxesOf: MeasureApi["boxesOf"] = ({ selectors }) =>
  selectors.flatMap((selector) =>
    matchAll(selector, document).map((element) => {
      const { left, top, width, height } = dom.getBoundingClientRect(element);
      return { x: left + scrollX, y: top + scrollY, width, height };
    }),
  );
