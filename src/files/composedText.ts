/** What a text in a file tells of: a page, captured traffic, or only Drover itself. */
export type Tells = "page" | "traffic" | "own";

/**
 * Every text that a tool composed passes here on its way into a file, as results pass the exit. Files of bytes (pictures, downloads)
 * and saved log-ins, which would be useless without their secrets, do not.
 */
export const composedText = (text: string, _about: { tells: Tells }): string => text;
