import { visibleLine } from "../../text/visible.ts";

const MAX_TITLE = 30;

export interface PromptState {
  title: string | undefined;
  pages: number;
}

/** `drover [Example Domain](2)>`: the active page, and how many there are when it is not the only one. */
export function promptText({ title, pages }: PromptState): string {
  if (title === undefined) return "drover> ";
  const count = pages > 1 ? `(${pages})` : "";
  return `drover [${truncated(visibleLine(title))}]${count}> `;
}

const truncated = (title: string): string => (title.length <= MAX_TITLE ? title : `${title.slice(0, MAX_TITLE - 3)}...`);
