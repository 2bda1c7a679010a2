import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { FixtureServer } from "./fixtureServer.ts";

const svg = (colour: string, shape = '<rect width="60" height="60"/>') => `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60" viewBox="0 0 60 60"><g fill="${colour}">${shape}</g></svg>`;
const circle = '<circle cx="30" cy="30" r="28"/>';

/** A font whose letters look like nothing else: Playwright's icons. */
const font = () => readFileSync(createRequire(import.meta.url).resolve("playwright-core/package.json").replace("package.json", FONT));
const FONT = "lib/vite/traceViewer/codicon.DCmgc-ay.ttf";

/** A page of everything that is hard to take along; half of it comes from another origin, whose server allows nothing to scripts. */
export function showcase(server: FixtureServer): string {
  const serve = (path: string, type: string, body: string | Buffer, headers: Record<string, string> = {}) =>
    server.route(path, (_, response) => response.writeHead(200, { "content-type": type, ...headers }).end(body));
  for (const [name, colour] of Object.entries({ red: "#c00", green: "#080", blue: "#00c", gold: "#c90", pink: "#c0c", teal: "#088" })) serve(`/x/${name}.svg`, "image/svg+xml", svg(colour));
  serve("/x/round.svg", "image/svg+xml", svg("#000", circle), { "access-control-allow-origin": "*" });
  serve("/x/icons.ttf", "font/ttf", font(), { "access-control-allow-origin": "*" });
  serve("/x/counts.js", "text/javascript", `document.querySelector("p").append("once")`);
  serve("/x/deep/imported.css", "text/css", `.imported { background: url(../gold.svg) } @import "never.css";`);
  serve("/x/loop.css", "text/css", `@import "main.css"; .loop { outline: 4px solid #088 }`);
  serve(
    "/x/main.css",
    "text/css",
    `@import url("deep/imported.css") screen; @import "loop.css";
    @font-face { font-family: icons; src: url(unused.woff2) format("woff2-not"), url("icons.ttf") format("truetype") }
    .icons { font: 40px icons } .elsewhere { background: url(red.svg) } .chosen { background-image: image-set("green.svg" 1x, "pink.svg" 4x) }
    .card { & .inner { background: url("blue.svg") } &.masked { background: #c0c; mask: url(round.svg) } }
    fancy-box:not(:defined) { display: none }`,
  );
  server.html("/x/frame", `<body style="margin:0;background:#dfd url(/x/teal.svg) no-repeat 40px 4px">frame<canvas width=30 height=30></canvas><script>document.querySelector("canvas").getContext("2d").fillRect(5, 5, 20, 20)</script>`);
  return server.html(
    "/showcase",
    `<!doctype html><html lang=en><head><meta charset=utf-8><title>Showcase</title><meta http-equiv="Content-Security-Policy" content="connect-src 'self' blob:">
    <link rel=stylesheet href="${server.otherOrigin}/x/main.css"><link rel=preload as=image href=/x/never.svg>
    <style>body { margin: 10px; font: 16px sans-serif } .box { display: inline-block; width: 60px; height: 60px; margin: 2px; vertical-align: top } img { vertical-align: top }</style><style id=made></style></head><body>
    <h1>Ordinary words &amp; &lt;marks&gt;</h1>
    <p><i class="box elsewhere"></i><i class="box imported"></i><i class="box loop"></i><i class="box chosen"></i><span class="card"><i class="box inner"></i></span><i class="box card masked"></i><i class="box adopted"></i><i class="box inserted"></i></p>
    <p class=icons>&#xea60;&#xea61;&#xea62;&#xea63;&#xea64;</p>
    <p><img src=/x/blue.svg srcset="/x/red.svg 4x, /x/gold.svg 1x, /x/pink.svg 8x" width=60 height=60><picture><source media="(max-width: 10px)" srcset=/x/pink.svg><source srcset="/x/teal.svg 1x"><img src=/x/red.svg></picture><img id=blob width=60 height=60><img src="${server.otherOrigin}/x/green.svg"></p>
    <p><canvas id=drawn width=120 height=60 style="border: 2px solid #000; background: #fec url('x/gold.svg') 40px 20px / 30px repeat-x"></canvas> <input id=name value=before> <input type=checkbox id=yes> <select><option>one<option>two</select> <textarea rows=2></textarea> <input type=password id=pass> <input type=submit value=""></p>
    <fancy-box><b slot=in>slotted</b></fancy-box>
    <iframe src=/x/frame width=200 height=60></iframe><iframe srcdoc="<b style='color:#c00'>within</b>" width=100 height=60></iframe><iframe src="${server.otherOrigin}/x/frame" width=200 height=60></iframe>
    <table id=rows><tr><td class=elsewhere>cell<td>two</table>
    <script>
      const sheet = new CSSStyleSheet(); sheet.replaceSync(".adopted { background: #808 }"); document.adoptedStyleSheets = [sheet];
      document.getElementById("made").sheet.insertRule(".inserted { background: #480 }");
      const context = document.getElementById("drawn").getContext("2d"); context.fillStyle = "#048"; context.fillRect(10, 10, 100, 40);
      const url = URL.createObjectURL(new Blob([${JSON.stringify(svg("#640", circle))}], { type: "image/svg+xml" })); document.getElementById("blob").src = url;
      document.getElementById("name").value = "after"; document.getElementById("yes").checked = true; document.querySelector("select").selectedIndex = 1; document.querySelector("textarea").value = "typed"; document.getElementById("pass").value = "hunter22";
      customElements.define("fancy-box", class extends HTMLElement { constructor() { super(); const root = this.attachShadow({ mode: "open" }); root.innerHTML = "<style>:host { display: block; padding: 8px; background: #eef } ::slotted(b) { color: #c00 }</style><p class=made>shadow <slot name=in></slot></p>"; const own = new CSSStyleSheet(); own.replaceSync(".made { border-bottom: 4px solid #080 }"); root.adoptedStyleSheets = [own]; } });
      document.head.prepend("words in the head", Object.assign(document.createElement("iframe"), { width: 9 }));
      document.title = "Ready";
    </script><script src=/x/counts.js></script></body></html>`,
  );
}
