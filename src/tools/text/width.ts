const wide = /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;
const none = /[\p{Mn}\p{Me}\p{Cf}]/u;

/** How many columns of a terminal a text takes: Chinese, Japanese and Korean letters and pictures take two each. */
export function widthOf(text: string): number {
  // Most texts have nothing of the kind.
  if (/^[\x20-\u02ff]*$/.test(text)) return text.length;
  return [...text].reduce((sum, character) => sum + (none.test(character) ? 0 : wide.test(character) ? 2 : 1), 0);
}

export const padTo = (text: string, width: number): string => text + " ".repeat(Math.max(0, width - widthOf(text)));

/** What fits into so many columns, with an ellipsis where something was left off. */
export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  if (width <= 0) return "";
  let shown = "";
  let left = width - 1;
  for (const character of text) {
    left -= widthOf(character);
    if (left < 0) break;
    shown += character;
  }
  return `${shown}…`;
}
