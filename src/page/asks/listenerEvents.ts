/** How page code learns who listens for presses: it asks the window, and the elements answer. */
export const listenerEvents = (key: string) => ({ ask: `${key}-who-listens`, tell: `${key}-listens` });
