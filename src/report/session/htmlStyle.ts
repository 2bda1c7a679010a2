/** The look of a report: calm, for a screen of any width, by day and by night. */
export const htmlStyle = `
:root{color-scheme:light dark;--bg:#fbfbfa;--card:#fff;--ink:#1c1e21;--dim:#6b7076;--line:#e4e4e1;--accent:#2f6f4f;--soft:#e6f0ea;--bad:#b3261e;--badsoft:#fbe9e7;--warn:#8a5a00;--shadow:0 1px 2px #0000000d}
@media (prefers-color-scheme:dark){:root{--bg:#141617;--card:#1c1f21;--ink:#e8e6e3;--dim:#9aa0a6;--line:#2e3235;--accent:#7cc4a0;--soft:#1f2d26;--bad:#ff8a80;--badsoft:#3a201e;--warn:#e0b060;--shadow:none}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
main,header,nav ul{max-width:1080px;margin:0 auto;padding:0 20px}
header{padding-top:32px}
h1{font-size:1.5rem;margin:0 0 4px;line-height:1.25}
h2{font-size:1.1rem;margin:40px 0 12px}
h2 small,.dim{color:var(--dim);font-weight:400}
a{color:var(--accent)}
code,.mono{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.92em}
.note{background:var(--soft);border-radius:10px;padding:12px 16px;margin:16px 0;white-space:pre-wrap}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(120px,1fr));gap:10px;margin:20px 0 0;padding:0}
.facts div{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:12px 14px;box-shadow:var(--shadow)}
.facts dt{color:var(--dim);font-size:.82rem}
.facts dd{margin:0;font-size:1.35rem;font-weight:600;font-variant-numeric:tabular-nums}
.facts .bad dd{color:var(--bad)}
nav{position:sticky;top:0;z-index:2;background:color-mix(in srgb,var(--bg) 92%,transparent);border-bottom:1px solid var(--line);margin-top:20px}
nav ul{list-style:none;display:flex;gap:4px;overflow-x:auto;padding-top:6px;padding-bottom:6px}
nav a{display:block;padding:6px 10px;border-radius:8px;color:var(--ink);text-decoration:none;white-space:nowrap}
nav a:hover{background:var(--soft)}
nav .grow{flex:1}
nav label{display:flex;gap:6px;align-items:center;padding:6px 10px;white-space:nowrap;color:var(--dim)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:6px}
section{scroll-margin-top:56px}
.empty{color:var(--dim)}
.rows{border:1px solid var(--line);border-radius:12px;background:var(--card);box-shadow:var(--shadow);overflow:hidden}
.call,.row{border-top:1px solid var(--line)}
.rows>:first-child{border-top:0}
.call>summary,.row{display:grid;grid-template-columns:70px 24px minmax(0,1fr) 96px;gap:8px;align-items:center;padding:9px 14px}
.call>summary{cursor:pointer;list-style:none}
.call>summary::-webkit-details-marker{display:none}
.call>summary:hover{background:var(--soft)}
.call[open]>summary{background:var(--soft)}
.call.inner>summary{padding-left:34px}
.call.failed,.row.failed{background:var(--badsoft)}
.at{color:var(--dim);font-variant-numeric:tabular-nums;font-size:.85rem}
.mark{text-align:center;color:var(--accent)}
.failed .mark{color:var(--bad)}
.what b{font-weight:600}
.what span{color:var(--dim);margin-left:6px}
.what .error{color:var(--bad)}
.took{text-align:right;color:var(--dim);font-variant-numeric:tabular-nums;font-size:.85rem}
.bar{display:block;height:4px;border-radius:2px;background:var(--accent);margin:3px 0 0 auto;min-width:2px;opacity:.7}
.failed .bar{background:var(--bad)}
.body{padding:4px 14px 18px}
.changed{margin:8px 0 12px;padding-left:20px}
.shots{display:grid;grid-template-columns:1fr 1fr;gap:12px}
.shots figure{margin:0}
.shots figcaption{color:var(--dim);font-size:.82rem;margin-bottom:4px}
.shots button{display:block;width:100%;padding:0;border:1px solid var(--line);border-radius:8px;background:var(--bg);cursor:zoom-in;overflow:hidden;min-height:60px}
.shots img{display:block;width:100%;height:auto}
.net{grid-template-columns:56px minmax(0,1fr) 34%}
.net .url{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.fall{position:relative;height:20px}
.fall i{position:absolute;top:6px;height:8px;border-radius:4px;background:var(--accent);min-width:3px}
.fall span{position:absolute;top:0;font-size:.75rem;color:var(--dim);white-space:nowrap;padding:0 6px}
.failed .fall i{background:var(--bad)}
.log{grid-template-columns:70px 70px minmax(0,1fr)}
.log .mono{white-space:pre-wrap}
.level-error{color:var(--bad)}.level-warning{color:var(--warn)}
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(280px,1fr));gap:14px}
.chart{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:14px 16px;box-shadow:var(--shadow)}
.chart h3{margin:0 0 10px;font-size:.9rem;font-weight:600}
.chart ol{list-style:none;margin:0;padding:0;display:grid;gap:6px}
.chart li{display:grid;grid-template-columns:minmax(0,1fr) auto;font-size:.85rem;gap:2px 8px}
.chart li i{grid-column:1/-1;height:6px;border-radius:3px;background:var(--accent);opacity:.75}
.chart svg{width:100%;height:90px;display:block}
.chart rect{fill:var(--accent)}.chart rect.bad{fill:var(--bad)}
footer{max-width:1080px;margin:48px auto;padding:0 20px;color:var(--dim);font-size:.85rem}
dialog{border:0;padding:0;max-width:96vw;max-height:96vh;background:transparent}
dialog img{max-width:96vw;max-height:96vh;display:block}
dialog::backdrop{background:#000c}
body.failures .call:not(.failed),body.failures .row:not(.failed):not(.always){display:none}
@media (max-width:640px){
  main,header,nav ul,footer{padding-left:12px;padding-right:12px}
  .call>summary,.row{grid-template-columns:54px 18px minmax(0,1fr) 64px;padding:9px 10px;gap:6px}
  .shots{grid-template-columns:1fr}
  .net{grid-template-columns:44px minmax(0,1fr)}.net .fall{grid-column:1/-1}
  .log{grid-template-columns:56px minmax(0,1fr)}.log .level{display:none}
}
@media print{nav,dialog{display:none}.call{break-inside:avoid}}
`;
