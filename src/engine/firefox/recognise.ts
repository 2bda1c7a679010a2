import type { KnownPage } from "../port.ts";

interface FoundPage {
  readonly url: string;
  readonly adoptionKey: string;
}

/**
 * Which of the tabs that were found is which of those that were known. A document that is still the same is certain. A
 * tab whose document changed meanwhile is known by its address. When nobody else can have a claim, what is left over on
 * both sides is paired in order.
 */
export function recognise<P extends FoundPage>(found: readonly P[], known: readonly KnownPage[], { sole }: { sole: boolean }): Map<P, string> {
  const named = new Map<P, string>();
  const left = () => known.filter(({ id }) => ![...named.values()].includes(id));
  const pair = (same: (page: P, record: KnownPage) => boolean) => {
    for (const page of found) {
      if (named.has(page)) continue;
      const record = left().find((each) => same(page, each));
      if (record) named.set(page, record.id);
    }
  };
  pair((page, { key, url }) => page.adoptionKey === key && page.url === url);
  pair((page, { key }) => page.adoptionKey === key);
  pair((page, { url }) => page.url === url && url !== "about:blank");
  if (sole) pair(() => true);
  return named;
}
