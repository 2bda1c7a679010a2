import { z } from "zod";
import { DroverError } from "../protocol/errors.ts";

/** "files": workspace paths for a picker of the page's; the others are those of `await_human`. */
const questionKinds = ["acknowledge", "confirm", "choose", "input", "pick_element", "files"] as const;

export const questionShape = z.object({
  id: z.string(),
  session: z.string(),
  kind: z.enum(questionKinds),
  prompt: z.string(),
  choices: z.array(z.string()).optional(),
  /** What needs the answer: a tool, a confirm hook, or what the page asked for. */
  about: z.string(),
  askedAt: z.number(),
  expiresAt: z.number(),
});

/** Something that only a person can say. */
export type Question = z.infer<typeof questionShape>;

export type AnswerValue = string | number | boolean | string[] | null;

/** Where an answer was given. */
export const answerPlaces = ["terminal", "page", "client", "dashboard"] as const;
export type AnsweredIn = (typeof answerPlaces)[number];

const yes = new Set(["yes", "y", "true", "ok", "allow"]);
const no = new Set(["no", "n", "false", "deny"]);

/** An answer as its question wants it, from data or from what somebody typed. Throws `bad-input` with what is wanted. */
export function readAnswer(question: Question, given: unknown): AnswerValue {
  const { kind, choices = [] } = question;
  if (kind === "acknowledge") return given === undefined || given === "" ? null : z.union([z.string(), z.number(), z.boolean(), z.null()]).catch(null).parse(given);
  if (kind === "confirm") {
    const word = String(given).trim().toLowerCase();
    if (yes.has(word)) return true;
    if (no.has(word)) return false;
    throw wrong(question, "yes or no");
  }
  if (kind === "choose") {
    const index = choices.includes(String(given)) ? choices.indexOf(String(given)) : Number(String(given).trim() || NaN);
    if (Number.isInteger(index) && index >= 0 && index < choices.length) return index;
    throw wrong(question, `a number from 0 to ${choices.length - 1}, or one of the choices`);
  }
  if (kind === "files") {
    if (given === false) return [];
    const paths = z.array(z.string().min(1)).safeParse(typeof given === "string" ? given.split(",").map((path) => path.trim()).filter(Boolean) : given);
    if (paths.success) return paths.data;
    throw wrong(question, "paths in the workspace, with commas between them, or no");
  }
  if (typeof given === "string" && (kind === "input" || given.trim() !== "")) return given;
  throw wrong(question, kind === "input" ? "a text" : "a ref or a selector, or point at it in the window");
}

const wrong = ({ id, prompt }: Question, wanted: string): DroverError =>
  new DroverError("bad-input", `${id} ("${prompt}") wants ${wanted}`, { hint: `\`drover answer ${id} <value>\`.` });
