import { type Page, htmlDocument } from "./document.ts";
import { panel } from "./panel.ts";

export const form: Page = {
  name: "form",
  title: "small form",
  html: htmlDocument("Registration", `<h1>Registration</h1>${panel}`),
};
