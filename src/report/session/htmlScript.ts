/** What the report does by itself: pictures when they are looked at, keys to move between calls, a filter. It reads nothing and sends nothing. */
export const htmlScript = `
const source = (id) => "data:image/jpeg;base64," + document.getElementById("p-" + id).textContent;
const fill = (root) => { for (const img of root.querySelectorAll("img[data-picture]")) { img.src = source(img.dataset.picture); img.removeAttribute("data-picture"); } };
addEventListener("toggle", ({ target }) => { if (target.open) fill(target); }, true);
const large = document.querySelector("dialog");
addEventListener("click", ({ target }) => {
  const shot = target.closest(".shots button");
  if (shot) { large.firstChild.src = shot.firstChild.src; large.firstChild.alt = shot.firstChild.alt; large.showModal(); }
  else if (target.closest("dialog")) large.close();
});
const calls = [...document.querySelectorAll(".call")];
const only = document.getElementById("failures");
only.addEventListener("change", () => document.body.classList.toggle("failures", only.checked));
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || large.open) return;
  const step = { j: 1, k: -1 }[event.key];
  if (!step) { if (event.key === "f") only.click(); return; }
  const shown = calls.filter((call) => !only.checked || call.classList.contains("failed"));
  const at = shown.findIndex((call) => call.contains(document.activeElement));
  const next = shown[Math.max(0, Math.min(shown.length - 1, at + step))];
  if (next) { next.firstElementChild.focus(); next.scrollIntoView({ block: "nearest" }); event.preventDefault(); }
});
`;
