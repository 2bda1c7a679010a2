/** Where a page asks who somebody is: by what its fields say of themselves, and by their kind and order. */
import * as dom from "../dom.ts";
import type { SeeApi } from "./api.ts";
import { cssPath } from "./cssPath.ts";
import { hasVisibleBox } from "./visible.ts";

const isUsable = (field: HTMLInputElement): boolean => !field.disabled && !field.readOnly && hasVisibleBox(field) && getComputedStyle(field).visibility === "visible";

const says = (field: HTMLInputElement, token: RegExp): boolean => token.test(dom.getAttribute(field, "autocomplete") ?? "");
const isNamed = (field: HTMLInputElement, pattern: RegExp): boolean => pattern.test(`${field.name} ${field.id} ${dom.getAttribute(field, "aria-label") ?? ""} ${field.placeholder}`);

const USER = /user|e-?mail|login|log-in|account|identifier|benutzer|utilisateur|usuario/i;
const CODE = /\b(otp|totp|2fa|mfa|one.?time|verification|code)\b/i;
const SUBMIT = /log ?-?in|sign ?-?in|continue|next|submit|verify|anmelden|weiter|connexion|entrar/i;

/** The button that sends a field's form: its own, or the one after it whose words say so. */
function submitOf(field: HTMLInputElement): Element | undefined {
  const buttons = [...dom.querySelectorAll(field.form ?? document, "button, input[type=submit], input[type=image], [role=button]")].filter((button) => hasVisibleBox(button) && !(button as HTMLButtonElement).disabled);
  const sends = (button: Element) => field.form !== null && (button as HTMLButtonElement).form === field.form && ["submit", "image"].includes((button as HTMLButtonElement).type);
  const wordsOf = (button: Element) => `${dom.textContent(button) ?? ""} ${(button as HTMLInputElement).value ?? ""}`;
  return buttons.find((button) => sends(button) && SUBMIT.test(wordsOf(button))) ?? buttons.find(sends) ?? buttons.find((button) => SUBMIT.test(wordsOf(button)));
}

export const logInForm: SeeApi["logInForm"] = () => {
  const fields = ([...dom.querySelectorAll(document, "input")] as HTMLInputElement[]).filter(isUsable);
  const texts = fields.filter(({ type }) => ["text", "email", "tel"].includes(type));
  const password = fields.find((field) => field.type === "password" && !says(field, /new-password|one-time-code/));
  const code = fields.find((field) => says(field, /one-time-code/)) ?? texts.find((field) => isNamed(field, CODE));
  const inForm = password ? texts.filter((field) => field !== code && field.form === password.form && (field.compareDocumentPosition(password) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0) : texts.filter((field) => field !== code);
  const username = inForm.find((field) => says(field, /username|email/)) ?? inForm.find((field) => field.type === "email" || isNamed(field, USER)) ?? (password ? inForm.at(-1) : undefined);
  const last = code ?? password ?? username;
  const submit = last && submitOf(last);
  return {
    ...(username && { username: cssPath(username) }),
    ...(password && { password: cssPath(password) }),
    ...(code && { code: cssPath(code) }),
    ...(submit && { submit: cssPath(submit) }),
  };
};
