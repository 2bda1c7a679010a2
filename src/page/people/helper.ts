/**
 * `window.__drover`, for pages that ask for an answer in their own words. It is there while a question is open, and counts only while an
 * event of a person's is under way: a script cannot answer by itself.
 */
import { ANSWER_ATTRIBUTE } from "./answerAttribute.ts";

const open = "__DROVER_OPEN__" as unknown as boolean;

const give = (kind: string | undefined, value: unknown): void =>
  document.documentElement.setAttribute(ANSWER_ATTRIBUTE, JSON.stringify({ ...(kind !== undefined && { kind }), value: value ?? null }));

const helper = Object.freeze({
  proceed: (value?: unknown) => give("acknowledge", value),
  confirm: (yes: boolean) => give("confirm", yes),
  choose: (index: number) => give("choose", index),
  input: (text: string) => give("input", text),
  respond: (answer: { kind?: string; value: unknown }) => give(answer.kind === "fs_picker_respond" ? "files" : answer.kind, answer.value),
});

if (open) Object.defineProperty(globalThis, "__drover", { value: helper, configurable: true, enumerable: false, writable: false });
else Reflect.deleteProperty(globalThis, "__drover");
