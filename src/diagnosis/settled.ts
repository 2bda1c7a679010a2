/** Waits until work has ended, either way. Only for work that somebody else awaits as well: they are told how it ended. */
export const settled = (work: Promise<unknown>): Promise<undefined> =>
  work.then(
    () => undefined,
    (_toldElsewhere: unknown) => undefined,
  );
