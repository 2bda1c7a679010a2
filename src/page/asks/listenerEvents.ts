/** How page code learns who listens for presses: it asks the window, and the elements answer. And whether nobody hears what is typed into a field, which the event that is sent to it says by being cancelled. */
export const listenerEvents = (key: string) => ({ ask: `${key}-who-listens`, tell: `${key}-listens`, typed: `${key}-typed` });
