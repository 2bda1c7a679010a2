import { useEffect, useState } from "preact/hooks";
import type { ServerEvent } from "../../wire.ts";
import { onEvent, onUp } from "../link/link.ts";
import { joined } from "../state/joined.ts";

interface Log<Item> {
  /** What is remembered; undefined when it cannot be read. */
  read(): Promise<Item[] | undefined>;
  /** What an event adds. */
  hear(event: ServerEvent): Item | undefined;
  /** Those with one key are one: the later stands for it. */
  keyOf(item: Item): string;
}

/** As many as a session remembers. */
const MAX_ITEMS = 500;

/** A session's log from what is remembered on, oldest first; undefined until it was read. */
export function useLog<Item>(session: string, { read, hear, keyOf }: Log<Item>): Item[] | undefined {
  const [items, setItems] = useState<Item[]>();
  useEffect(() => {
    let current = true;
    const load = async () => {
      const remembered = await read();
      // What was heard while it was read may not be in it.
      if (current && remembered) setItems((last = []) => joined(remembered, last, keyOf, MAX_ITEMS));
    };
    void load();
    const stops = [
      onUp(() => {
        // Another daemon counts anew: its first request is not the one that is known by that number.
        setItems(undefined);
        void load();
      }),
      onEvent((event) => {
        const item = event.session === session ? hear(event) : undefined;
        if (item !== undefined) setItems((last = []) => joined(last, [item], keyOf, MAX_ITEMS));
      }),
    ];
    return () => {
      current = false;
      for (const stop of stops) stop();
    };
  }, [session]);
  return items;
}
