import { type Page, escapeHtml, htmlDocument } from "./document.ts";

/** What a press begins; `shows(n)` is what comes of it. */
const begun = {
  "after 0 ms": "setTimeout(shows, 0, n)",
  "after 50 ms": "setTimeout(shows, 50, n)",
  "after 120 ms": "setTimeout(shows, 120, n)",
  "after 250 ms": "setTimeout(shows, 250, n)",
  "an IndexedDB write": "const write = db.transaction('notes', 'readwrite'); write.objectStore('notes').put('x'.repeat(50_000), n); write.oncomplete = () => shows(n)",
  "a cache write": "caches.open('notes').then((cache) => cache.put('/note', new Response('x'.repeat(50_000)))).then(() => shows(n))",
  "a worker's answer": "worker.postMessage(n)",
  nothing: "",
};

export type Effect = keyof typeof begun;
export const effectNames = Object.keys(begun) as Effect[];

/** The press of this number shows this text. */
export const shownText = (press: number): string => `Press number ${press} came out`;
export const effectButton = (effect: Effect): string => `[data-effect="${effect}"]`;

const script = `
  const shows = (n) => { out.textContent = ${JSON.stringify(shownText(0))}.replace("0", n); };
  const worker = new Worker(URL.createObjectURL(new Blob(["onmessage = ({ data }) => setTimeout(() => postMessage(data), 40)"])));
  worker.onmessage = ({ data }) => shows(data);
  let db, presses = 0;
  const opening = indexedDB.open("notes");
  opening.onupgradeneeded = () => opening.result.createObjectStore("notes");
  opening.onsuccess = () => { db = opening.result; document.title = "Ready"; };
  const begun = { ${Object.entries(begun).map(([name, code]) => `${JSON.stringify(name)}: (n) => { ${code} }`).join(", ")} };
  for (const button of document.querySelectorAll("button")) button.onclick = () => begun[button.dataset.effect](++presses);`;

/** A page whose buttons each do something that shows later, in another way. */
export const effects: Page = {
  name: "effects",
  title: "buttons whose effects come later",
  html: htmlDocument(
    "Effects",
    `<h1>Effects</h1>${effectNames.map((name) => `<p><button data-effect="${escapeHtml(name)}">${escapeHtml(name)}</button></p>`).join("")}<p id=out>Nothing yet</p><script>${script}</script>`,
  ),
};
