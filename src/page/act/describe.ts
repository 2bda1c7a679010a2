import { nameCover } from "../see/covered.ts";
import { NameReader } from "../see/name.ts";

/** How messages name an element. */
export const describe = (element: Element): string => nameCover(element, new NameReader());
