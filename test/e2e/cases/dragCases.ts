/** Drag and drop with its events and effects, and the mouse when nothing is dragged. */
import { type ActionCase, type ActionTables } from "./actionCase.ts";

const log = `<script>window.log=[];for(const type of ['mousedown','mousemove','mouseup','dragstart','dragenter','dragover','dragleave','drop','dragend'])document.addEventListener(type,e=>{const last=log.at(-1);const line=type+' '+(e.target.id??'');if(last!==line)log.push(line)})</script>`;
const ends = (source = "", target = "") => `<div id=source draggable=true style="width:100px;height:60px;background:#9cf" ${source}>Card</div><div id=target style="margin-top:120px;width:300px;height:120px;background:#efe" ${target}>Zone</div>`;
const welcome = `ondragover="event.preventDefault()" ondrop="event.preventDefault();this.append(source)"`;
const drag: ActionCase["calls"] = [["drag", { from: { selector: "#source" }, to: { selector: "#target" } }]];
const byHand: ActionCase["calls"] = [
  ["hover", { selector: "#source" }],
  ["mouse_down", {}],
  ["hover", { selector: "#target" }],
  ["hover", { selector: "#target", position: { x: 60, y: 60 } }],
  ["mouse_up", {}],
];
const inside = (as: boolean) => ({ sees: "target.contains(source)", as });

const effects: [allowed: string, effect: string, dropped: boolean][] = [
  ["copy", "copy", true],
  ["copy", "move", false],
  ["all", "link", true],
  ["all", "none", false],
  ["copyMove", "copy", true],
  ["copyLink", "copy", true],
  ["linkMove", "copy", false],
  ["copyMove", "link", false],
  ["copyLink", "link", true],
  ["linkMove", "link", true],
  ["copyMove", "move", true],
  ["copyLink", "move", false],
  ["linkMove", "move", true],
  ["uninitialized", "copy", true],
  ["none", "copy", false],
];

const drops: ActionCase[] = [
  { name: "a card onto a zone", html: ends("", welcome), calls: drag, ...inside(true) },
  { name: "a card onto a zone by hand", html: ends("", welcome), calls: byHand, ...inside(true) },
  {
    name: "events from the first to the last",
    html: `${ends("", welcome)}${log}`,
    calls: drag,
    sees: "log.filter(each => !each.startsWith('mousemove') && !each.endsWith(' ') && !each.startsWith('dragleave') && !/drag(enter|over) source/.test(each))",
    as: ["mousedown source", "dragstart source", "dragenter target", "dragover target", "drop target", "dragend source"],
  },
  { name: "no mouse comes up after a drop", html: `${ends("", welcome)}${log}`, calls: drag, sees: "log.filter(each => each.startsWith('mouseup'))", as: [] },
  { name: "no mouse comes up after a drop by hand", html: `${ends("", welcome)}${log}`, calls: byHand, sees: "log.filter(each => each.startsWith('mouseup'))", as: [] },
  { name: "presses work after a drop", html: `${ends("", welcome)}<button onclick="window.done=event.detail">Go</button>`, calls: [...drag, ["click", { selector: "button" }]], sees: "[window.done, target.contains(source)]", as: [1, true] },
  { name: "a drag that is cancelled", html: ends(`ondragstart="event.preventDefault()"`, welcome), calls: drag, ...inside(false) },
  { name: "a drag whose start is kept from others", html: `${ends("", welcome)}<script>document.body.addEventListener('dragstart',e=>e.stopImmediatePropagation())</script>`, calls: drag, ...inside(true) },
  { name: "a zone that wants nothing", html: `${ends()}<script>target.addEventListener('drop',()=>target.append(source))</script>`, calls: drag, ...inside(false) },
  { name: "data of a type of its own", html: `${ends(`ondragstart="event.dataTransfer.setData('x-own','Hello')"`, `ondragover="event.preventDefault()" ondrop="event.preventDefault();window.got=[[...event.dataTransfer.types],event.dataTransfer.getData('x-own')]"`)}`, calls: drag, sees: "got", as: [["x-own"], "Hello"] },
  { name: "a card that goes while it is dragged", html: ends("", `ondragover="document.querySelector('#source')?.remove()" ondrop="this.textContent='dropped'"`), calls: drag, sees: "target.textContent", as: "Zone" },
  { name: "in a frame", frames: { "/drag-inner": `${ends("", welcome)}<script>addEventListener('drop',()=>top.dropped=target.contains(source))</script>`.replaceAll("Card", "Card 1").replaceAll(" id=source ", " id=source role=button aria-label=Card ").replace(" id=target ", " id=target role=region aria-label=Zone ") }, html: `<iframe src="/drag-inner" style="width:500px;height:420px;margin:20px 0 0 40px"></iframe>`, calls: [["hover", { find: "Card button" }], ["mouse_down", {}], ["hover", { find: "Zone region" }], ["hover", { find: "Zone region", position: { x: 50, y: 50 } }], ["mouse_up", {}]], sees: "window.dropped ?? false", as: true },
  ...effects.map(([allowed, effect, dropped]) => ({
    name: `allowed ${allowed}, wanted ${effect}`,
    html: `${ends(`ondragstart="event.dataTransfer.effectAllowed='${allowed}';event.dataTransfer.setData('text/plain','x')"`, `ondragover="event.dataTransfer.dropEffect='${effect}';event.preventDefault()" ondrop="event.preventDefault();window.dropped=true"`)}`,
    calls: drag,
    sees: "window.dropped ?? false",
    as: dropped,
  })),
];

const pad = `<!doctype html><html><body style="margin:0"><div id=pad style="width:400px;height:300px;background:#eee">Text to select</div><script>window.log=[];for(const type of ['mousedown','mousemove','mouseup','click'])document.addEventListener(type,e=>log.push([type,e.clientX,e.clientY,e.buttons].join(' ')))</script></body></html>`;
const move = (x: number, y: number): [string, object] => ["mouse_move", { coords: { x, y } }];

const mouse: ActionCase[] = [
  { name: "nothing is dragged", html: pad, calls: [move(50, 50), ["mouse_down", {}], move(100, 100), ["mouse_up", {}]] as ActionCase["calls"], sees: "log.filter(each=>!each.startsWith('click'))", as: ["mousemove 50 50 0", "mousedown 50 50 1", "mousemove 100 100 1", "mouseup 100 100 0"] },
  { name: "down and up are a click", html: pad, calls: [move(50, 50), ["mouse_down", {}], ["mouse_up", {}]] as ActionCase["calls"], sees: "log.at(-1)", as: "click 50 50 0" },
  { name: "text is selected", html: `<!doctype html><textarea id=t style="margin:0;width:400px;height:80px;font:20px monospace">Words that are marked</textarea>`, calls: [move(12, 20), ["mouse_down", {}], move(380, 20), ["mouse_up", {}]] as ActionCase["calls"], sees: "t.selectionEnd - t.selectionStart > 15", as: true },
  { name: "steps lie on the line", html: pad, calls: [["drag", { from: { coords: { x: 50, y: 50 } }, to: { coords: { x: 150, y: 150 } }, steps: 4 }]], sees: "log.filter((each,index)=>!each.startsWith('click')&&each!==log[index-1])", as: ["mousemove 50 50 0", "mousedown 50 50 1", "mousemove 75 75 1", "mousemove 100 100 1", "mousemove 125 125 1", "mousemove 150 150 1", "mouseup 150 150 0"] },
  { name: "from one place in an element to another", html: `<div id=red style="width:100px;height:100px;background:red"></div><div id=blue style="width:100px;height:100px;background:blue"></div><script>window.at=[];red.onmousedown=e=>at.push(e.offsetX,e.offsetY);blue.onmouseup=e=>at.push(e.offsetX,e.offsetY)</script>`, calls: [["drag", { from: { selector: "#red", position: { x: 34, y: 7 } }, to: { selector: "#blue", position: { x: 10, y: 20 } } }]], sees: "at", as: [34, 7, 10, 20] },
  { name: "from a place and a point", html: pad, calls: [["drag", { from: { coords: { x: 50, y: 50 }, position: { x: 1, y: 1 } }, to: { coords: { x: 150, y: 150 } } }]], refused: "bad-input", sees: "log", as: [] },
  { name: "the wheel", html: `<div style="height:3000px">Long</div><script>addEventListener('wheel',e=>window.turned=[e.deltaX,e.deltaY])</script>`, calls: [["mouse_wheel", { coords: { x: 50, y: 60 }, deltaY: 100 }]], sees: "new Promise(r=>{const look=()=>scrollY>0?r(turned):requestAnimationFrame(look);look()})", as: [0, 100] },
];


export const dragCases: ActionTables = {
  "drags end as the two ends agree": drops,
  "the mouse goes where it is told": mouse,
};
