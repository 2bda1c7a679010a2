import { type Page, htmlDocument } from "./document.ts";
import { panel } from "./panel.ts";

/** A single-page app: everything is drawn by script, routes change without a load, a clock keeps rendering. */
const script = `
  const routes = {
    inbox: () => list("Inbox", 40, (i) => "Message " + i + " from customer " + (i * 7) % 31),
    contacts: () => list("Contacts", 60, (i) => "Contact " + i),
    settings: () => "<h2>Settings</h2>" + Array.from({ length: 12 }, (_, i) =>
      '<div role="switch" tabindex="0" aria-checked="false">Option ' + i + "</div>").join(""),
  };
  const list = (title, length, text) => "<h2>" + title + '</h2><div role="list">' + Array.from({ length }, (_, i) =>
    '<div role="listitem" class="card"><div><div><span>' + text(i) + '</span></div></div>' +
    '<div class="actions"><button>Open ' + i + "</button><button>Archive " + i + "</button></div></div>").join("") + "</div>";
  const show = (route) => {
    history.replaceState(null, "", "#" + route);
    document.getElementById("view").innerHTML = routes[route]();
  };
  document.querySelector("nav").addEventListener("click", (event) => {
    const route = event.target.closest("[data-route]")?.dataset.route;
    if (route) show(route);
  });
  setInterval(() => { document.getElementById("clock").textContent = new Date().toISOString(); }, 250);
  show("inbox");`;

const links = ["inbox", "contacts", "settings"].map((route) => `<div role="link" tabindex="0" data-route="${route}">${route}</div>`);

export const app: Page = {
  name: "app",
  title: "single-page app",
  html: htmlDocument(
    "Mailroom",
    `<header><h1>Mailroom</h1><span id="clock"></span></header><nav>${links.join("")}</nav>${panel}` +
      `<main id="view"></main><script>${script}</script>`,
  ),
};
