/** A promise to be kept when the test wants it. */
export function answerLater<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>((keep) => (resolve = keep));
  return { promise, resolve };
}
