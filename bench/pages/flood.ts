import { type Page, htmlDocument } from "./document.ts";

export const REQUESTS = 5_000;
export const LOGS = 20_000;

/** A page that talks a lot as it loads: how long it takes by its own clock, in `took`, shows what listening to it costs. */
const script = `
  const flood = async () => {
    const from = performance.now();
    const ask = async (lane) => {
      for (let i = lane; i < ${REQUESTS}; i += 6) {
        await (await fetch("/answer?" + i)).text();
        for (let line = 0; line < ${LOGS / REQUESTS}; line++) console.log("request", i, "line", line);
      }
    };
    await Promise.all([0, 1, 2, 3, 4, 5].map(ask));
    window.took = performance.now() - from;
  };
  flood();`;

export const flood: Page = {
  name: "flood",
  title: "page of many requests",
  html: htmlDocument("Flood", `<h1>Flood</h1><script>${script}</script>`),
};
