import { shortSelector } from "../see/covered.ts";
import { cut, roleAndName } from "../see/line.ts";
import { NameReader } from "../see/name.ts";
import { roleOf } from "../see/role.ts";

const NAME_LENGTH = 60;

/** How messages name an element: by its own role and name, else by tag, id and classes. */
export function describe(element: Element): string {
  const role = roleOf(element);
  if (role === "generic" || role === "none") return shortSelector(element);
  const name = new NameReader().nameOf(element);
  return name ? roleAndName(role, cut(name, NAME_LENGTH)) : `${role} (${shortSelector(element)})`;
}
