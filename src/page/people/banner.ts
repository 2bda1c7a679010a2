/**
 * Shows open questions in a window, in an isolated world and a closed shadow root, and reports what a person answers: only events that
 * the browser itself made count. Run again with other questions, it shows those.
 */
import { cssPath } from "../see/cssPath.ts";
import { answerOf, ANSWER_ATTRIBUTE } from "./answerAttribute.ts";

declare const __DROVER_REPORT__: (value: unknown) => void;

interface Question {
  id: string;
  kind: string;
  prompt: string;
  choices?: string[];
}

interface Banner {
  show(questions: Question[], report: (value: unknown) => void): void;
}

const KEY = "__droverBanner";
const holder = globalThis as unknown as Record<string, Banner | undefined>;
const questions = "__DROVER_QUESTIONS__" as unknown as Question[];

function makeBanner(): Banner {
  let report: (value: unknown) => void = () => undefined;
  let open: Question[] = [];
  let lastTrusted: Event | undefined;
  const host = document.createElement("div");
  host.style.cssText = "all:initial;position:fixed;inset:0 0 auto 0;z-index:2147483647;pointer-events:none";
  const root = host.attachShadow({ mode: "closed" });
  const outline = document.createElement("div");
  outline.style.cssText = "all:initial;position:fixed;z-index:2147483646;pointer-events:none;outline:3px solid #d9480f;background:#ff922b33;display:none";
  let pointed: Element | undefined;

  const picking = () => open.find(({ kind }) => kind === "pick_element");
  const place = () => {
    if (open.length > 0 && window.top === window && !host.isConnected) document.documentElement?.append(host);
    if (open.length === 0) host.remove();
    if (picking() && !outline.isConnected) document.documentElement?.append(outline);
    if (!picking()) outline.remove();
  };

  for (const type of ["click", "keydown", "keyup", "pointerup", "submit", "change"])
    addEventListener(type, (event) => { if (event.isTrusted) lastTrusted = event; }, true);

  // Set by the page's own code while an event of the person's goes through the document: see helper.ts.
  new MutationObserver(() => {
    const given = document.documentElement.getAttribute(ANSWER_ATTRIBUTE);
    if (given === null) return;
    document.documentElement.removeAttribute(ANSWER_ATTRIBUTE);
    const answer = answerOf(given);
    if (answer && lastTrusted && lastTrusted.eventPhase !== Event.NONE) report(answer);
  }).observe(document, { attributes: true, subtree: true, attributeFilter: [ANSWER_ATTRIBUTE] });

  addEventListener("mousemove", (event) => {
    if (!picking()) return;
    const [target] = event.composedPath();
    pointed = target instanceof Element && target !== host ? target : undefined;
    const box = pointed?.getBoundingClientRect();
    Object.assign(outline.style, box ? { display: "block", left: `${box.x}px`, top: `${box.y}px`, width: `${box.width}px`, height: `${box.height}px` } : { display: "none" });
  }, true);
  for (const type of ["pointerdown", "mousedown", "pointerup", "mouseup", "click"])
    addEventListener(type, (event) => {
      const question = picking();
      const [target] = event.composedPath();
      if (!question || !event.isTrusted || !(target instanceof Element) || target === host) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (type === "click") report({ question: question.id, picked: cssPath(target) });
    }, true);

  // A page that rewrites itself must not take the question with it.
  new MutationObserver(place).observe(document, { childList: true, subtree: false });
  document.addEventListener("DOMContentLoaded", place);

  const draw = () => {
    root.replaceChildren(...open.map((question) => row(question, (value) => report({ question: question.id, value }))));
    place();
  };
  return {
    show: (list, to) => {
      open = list;
      report = to;
      draw();
    },
  };
}

function row({ kind, prompt, choices = [] }: Question, answer: (value: unknown) => void): HTMLElement {
  const line = document.createElement("div");
  line.style.cssText = "pointer-events:auto;display:flex;flex-wrap:wrap;gap:8px;align-items:center;padding:10px 14px;background:#212529;color:#f8f9fa;font:14px/1.4 system-ui,sans-serif;border-bottom:1px solid #495057";
  const text = document.createElement("span");
  text.textContent = prompt;
  text.style.flex = "1 1 16em";
  line.append(text);
  const button = (label: string, value: () => unknown) => {
    const made = document.createElement("button");
    made.textContent = label;
    made.style.cssText = "font:inherit;padding:4px 12px;border-radius:4px;border:1px solid #868e96;background:#343a40;color:inherit;cursor:pointer";
    made.addEventListener("click", (event) => { if (event.isTrusted) answer(value()); });
    line.append(made);
  };
  if (kind === "acknowledge") button("Done", () => null);
  if (kind === "confirm") {
    button("Allow", () => true);
    button("Deny", () => false);
  }
  choices.forEach((choice, index) => button(choice, () => index));
  if (kind === "input" || kind === "files") {
    const field = document.createElement("input");
    field.style.cssText = "font:inherit;padding:4px 8px;flex:1 1 12em";
    line.append(field);
    button("Answer", () => field.value);
    if (kind === "files") button("Deny", () => false);
  }
  return line;
}

const banner = (holder[KEY] ??= makeBanner());
banner.show(questions, __DROVER_REPORT__);
