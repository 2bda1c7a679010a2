import { type Page, htmlDocument } from "./document.ts";
import { panel } from "./panel.ts";

const owners = ["Ada", "Grace", "Linus", "Margaret", "Donald", "Barbara"];
const states = ["open", "paid", "late"];
const pick = <T>(items: readonly T[], index: number): T => items[index % items.length] as T;

/** Thirteen elements a row: the shape of most back-office pages. */
const row = (index: number): string => `<tr>
  <td><input type="checkbox" aria-label="Select ${index}"></td>
  <td><a href="#invoice-${index}">Invoice ${index}</a></td>
  <td>${pick(owners, index)}</td>
  <td><time datetime="2026-01-01">${1 + (index % 28)} January</time></td>
  <td><span class="state">${pick(states, index)}</span></td>
  <td><button type="button">Edit ${index}</button><button type="button">Delete ${index}</button></td>
</tr>`;

const head = ["", "Number", "Owner", "Due", "State", ""].map((text) => `<th>${text}</th>`).join("");

export const table = (rows: number): Page => ({
  name: `table-${rows}`,
  title: `table of ${rows.toLocaleString("en-GB")} rows`,
  html: htmlDocument(
    "Invoices",
    `<h1>Invoices</h1>${panel}<table><thead><tr>${head}</tr></thead><tbody>` +
      `${Array.from({ length: rows }, (_, index) => row(index + 1)).join("")}</tbody></table>`,
  ),
});
