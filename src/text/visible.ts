const names: Record<string, string> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

const writtenOut = (character: string): string => names[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/**
 * Text for a terminal. What a page says may hold control characters, which would drive the terminal: they are written out,
 * all but ends of lines, tabs and the colours that Drover itself paints with.
 */
export function visibleText(text: string, color: boolean): string {
  return text.replaceAll(/\r\n|[^\P{Cc}\n\t](\[(?:[012]|3[1-6])m)?/gu, (found, paint: string = "") => {
    if (found === "\r\n") return "\n";
    const isOwn = color && paint !== "" && found.startsWith("\u001b");
    return isOwn ? found : writtenOut(found[0]!) + paint;
  });
}

/** A value in one line, for a cell of a table or a prompt. */
export const visibleLine = (text: string): string => text.replaceAll(/\p{Cc}/gu, writtenOut);
