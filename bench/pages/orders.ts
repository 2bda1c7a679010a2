import { type Page, htmlDocument } from "./document.ts";

/** The ten-step task: log in, filter two hundred orders, edit one of them, see that it was saved. */
const script = `
  const names = ["Meadow", "Harbour", "Mill", "Orchard", "Quarry"];
  const orders = Array.from({ length: 200 }, (_, i) => ({
    number: i + 1, customer: names[i % names.length] + " " + (i + 1), quantity: 1 + i % 9, status: "Open",
  }));
  const app = document.getElementById("app");
  const escape = (text) => String(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;");

  const login = () => {
    app.innerHTML = '<h1>Sign in</h1><form id="login"><label>User <input id="user" autocomplete="off"></label>' +
      '<label>Password <input id="password" type="password"></label><button id="signin">Sign in</button><p role="alert"></p></form>';
    document.getElementById("login").addEventListener("submit", (event) => {
      event.preventDefault();
      if (user.value === "drover" && password.value === "long road") list();
      else document.querySelector("[role=alert]").textContent = "Wrong user or password";
    });
  };

  const rows = (text) => orders.filter(({ customer }) => customer.toLowerCase().includes(text.toLowerCase()))
    .map((order) => "<tr><td>" + order.number + "</td><td>" + escape(order.customer) + "</td><td>" + escape(order.quantity) +
      "</td><td>" + order.status + '</td><td><button data-edit="' + order.number + '">Edit order ' + order.number + "</button></td></tr>").join("");

  const list = () => {
    app.innerHTML = '<h1>Orders</h1><label>Filter <input id="filter"></label><table><thead><tr><th>Number</th><th>Customer</th>' +
      "<th>Quantity</th><th>Status</th><th></th></tr></thead><tbody></tbody></table>";
    const body = app.querySelector("tbody");
    const draw = () => { body.innerHTML = rows(filter.value); };
    filter.addEventListener("input", draw);
    body.addEventListener("click", (event) => {
      const number = Number(event.target.dataset.edit);
      if (number) edit(orders[number - 1]);
    });
    draw();
  };

  const edit = (order) => {
    app.innerHTML = "<h1>Order " + order.number + '</h1><form id="edit"><label>Quantity <input id="quantity" value="' + order.quantity +
      '"></label><label>Comment <input id="comment"></label><button id="save">Save order</button></form>';
    document.getElementById("edit").addEventListener("submit", (event) => {
      event.preventDefault();
      order.quantity = quantity.value;
      order.status = "Changed: " + comment.value;
      app.innerHTML = "<h1>Saved</h1><p>Order " + order.number + " now has quantity " + escape(order.quantity) + " and says " + escape(comment.value) + "</p>";
    });
  };

  login();`;

export const orders: Page = {
  name: "orders",
  title: "order desk",
  html: htmlDocument("Order desk", `<main id="app"></main><script>${script}</script>`),
};
