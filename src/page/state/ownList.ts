/**
 * A list from the platform as an array of this world. Iterators of lists that come from the page's side cannot be used
 * from Firefox's sandbox; indexes can.
 */
export function ownList<T>(list: { readonly length: number; readonly [index: number]: T }): T[] {
  const own: T[] = [];
  for (let index = 0; index < list.length; index++) own.push(list[index]!);
  return own;
}
