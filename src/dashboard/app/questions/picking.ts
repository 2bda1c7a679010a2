import { signal } from "@preact/signals";

/** The question whose element is about to be pointed at in the live page. */
export const picking = signal<string | undefined>(undefined);
