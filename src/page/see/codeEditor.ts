/**
 * Editors that draw their lines themselves and hear keys in a helper, which holds none of them. Those built on `contenteditable`
 * (CodeMirror 6, ProseMirror, Lexical, Quill, TinyMCE) need nothing of this.
 */
import * as dom from "../dom.ts";

interface Kind {
  editor: string;
  /** What has the focus while one types. */
  helper: string;
  lines: string;
}

const kinds: readonly Kind[] = [
  { editor: ".monaco-editor", helper: ".native-edit-context, textarea.inputarea", lines: ".view-lines > .view-line" },
  { editor: ".ace_editor", helper: "textarea.ace_text-input", lines: ".ace_text-layer > *" },
  { editor: ".CodeMirror", helper: ".CodeMirror > div > textarea", lines: ".CodeMirror-line" },
];

/** Layers of drawn lines that assistive technology sees: what they say is the helper's value. */
export const drawsCode = (className: string): boolean => /(?:^|\s)(?:ace_text-layer|CodeMirror-lines)(?:\s|$)/.test(className);

/** The editor that a helper belongs to. */
export function codeEditorOf(helper: Element): Element | undefined {
  return helping(helper)?.editor;
}

function helping(helper: Element): { editor: Element; kind: Kind } | undefined {
  if (dom.localName(helper) !== "textarea" && dom.getAttribute(helper, "role") !== "textbox") return undefined;
  for (const kind of kinds) {
    const editor = dom.matches(helper, kind.helper) ? dom.closest(helper, kind.editor) : null;
    if (editor) return { editor, kind };
  }
  return undefined;
}

/** Of an editor, of something in it, or of the only one in a wrapper. */
export function codeHelperOf(element: Element): Element | undefined {
  for (const { editor, helper } of kinds) {
    const around = dom.closest(element, editor);
    const [inside, another] = around ? [around] : dom.querySelectorAll(element, editor);
    const found = another || !inside ? null : dom.querySelector(inside, helper);
    if (found) return found;
  }
  return undefined;
}

/** What is drawn of the code, in the order of its lines: long texts are drawn as far as they are in view. */
export function codeOf(helper: Element): string | undefined {
  const { editor, kind } = helping(helper) ?? {};
  if (!editor || !kind) return undefined;
  const lines = [...dom.querySelectorAll<HTMLElement>(editor, kind.lines)].map((line) => ({ top: dom.getBoundingClientRect(line).top, text: dom.textContent(line) }));
  return lines
    .toSorted((a, b) => a.top - b.top)
    .map(({ text }) => text.replace(/\u00a0/g, " ").replace(/\u200b/g, ""))
    .join("\n");
}
