import type { Field, Target } from "../drivers/driver.ts";

/** What every measured page carries, so that each piece of work can be done on each page: a button and ten fields. */

export const panelButton: Target = { selector: "#press", role: "button", name: "Pressed" };

const labels = [
  "First name", "Last name", "Email", "Phone", "Street", "House number", "Postcode", "City", "Country", "Remarks",
];

export const panelFields: Field[] = labels.map((name, index) => ({
  selector: `#field${index}`,
  role: "textbox",
  name,
  value: `value ${index}`,
}));

const inputs = labels.map((label, index) => `<label>${label} <input id="field${index}" name="field${index}"></label>`);

export const panel = `
  <section aria-label="Panel">
    <button id="press" type="button">Pressed 0 times</button> <output id="pressed">0</output>
    <form>${inputs.join("")}</form>
  </section>
  <script>
    let pressed = 0;
    document.getElementById("press").addEventListener("click", (event) => {
      event.currentTarget.textContent = "Pressed " + ++pressed + " times";
      document.getElementById("pressed").textContent = pressed;
    });
  </script>`;
