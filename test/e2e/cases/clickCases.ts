/** What people know from Playwright of presses: when they wait, where they land, when they are refused. */
import { type ActionCase, type ActionTables, PATIENT } from "./actionCase.ts";

const done = `onclick="window.done=(window.done??0)+1"`;
const once = { sees: "window.done ?? 0", as: 1 };
const never = { sees: "window.done ?? 0", as: 0 };
const press = (selector: string, more: object = {}): ActionCase["calls"] => [["click", { selector, ...more }]];
const filler = (height: number) => `<div style="height:${height}px"></div>`;
const bare = (body: string, style = "") => `<!doctype html><html><head><style>*{margin:0;padding:0}${style}</style></head><body>${body}</body></html>`;

const landing: ActionCase[] = [
  { name: "a shape in a picture", html: `<svg width=100 height=100><circle id=c cx=50 cy=50 r=40 ${done} /></svg>`, calls: press("#c"), ...once },
  { name: "a page that took Node away", html: `<button ${done}>Go</button><script>delete window.Node</script>`, calls: press("button"), ...once },
  { name: "a page that lies about its width", html: `<button ${done}>Go</button><script>Object.defineProperty(window,'innerWidth',{value:0})</script>`, calls: press("button"), ...once },
  { name: "an inline element that a block in it wraps", html: `<span ${done}><div style="display:inline-block;width:90px;height:20px"></div></span>`, calls: press("span"), ...once },
  { name: "an inline element with one box out of view", html: `<i style="position:absolute;top:-900px" ></i><span ${done}><i style="position:absolute;top:-1000px">out</i><i>in</i></span>`, calls: press("span"), ...once },
  ...[
    [20, 20],
    [20.5, 11.5],
    [20.23, 11.65],
    [20.68, 11.13],
    [20.68, 11.52],
    [20.15, 11.24],
  ].map(([left, top]) => ({ name: `one pixel at ${left} ${top}`, html: bare(`<div id=dot style="position:absolute;left:${left}px;top:${top}px;width:1px;height:1px;background:red" ${done}></div>`), calls: press("#dot"), ...once })),
  { name: "a button far down", html: `${filler(3000)}<button ${done}>Go</button>`, calls: press("button"), ...once },
  { name: "a page that scrolls smoothly", html: `<style>html{scroll-behavior:smooth}</style>${filler(3000)}<button ${done}>Go</button>`, calls: press("button"), ...once },
  { name: "a container that scrolls smoothly", html: `<div style="height:300px;overflow:auto;scroll-behavior:smooth"><button style="margin-top:2000px" ${done}>Go</button></div>`, calls: press("button"), ...once },
  { name: "a row with a scroll bar", html: `<div style="width:180px;display:flex;overflow-x:scroll">${["One", "Two", "Three", "Story", "More", "Items"].map((text) => `<button style="flex:none;height:28px" ${done}>${text}</button>`).join("")}</div>`, calls: press("text=Story"), ...once },
  { name: "an element that is only its text, below the fold", html: `${filler(2000)}<div>Words, then <button style="display:contents" ${done}>contents</button></div>`, calls: press("button"), ...once },
  { name: "an element that is only its child, below the fold", html: `${filler(2000)}<div>Words, then <button style="display:contents" ${done}><div>contents</div></button></div>`, calls: press("button"), ...once },
  { name: "a word below the fold", html: `${filler(9000)}<span id=word ${done}>word</span>`, calls: press("#word"), ...once },
  { name: "a link over two lines", html: `<p style="width:110px">A few words <a href="#x" ${done}>then a link that wraps</a></p>`, calls: press("a"), ...once },
  { name: "a turned button", html: `<button style="transform:rotate(40deg);margin:80px" ${done}>Go</button>`, calls: press("button"), ...once },
  { name: "a button half under something", html: `<button style="width:200px;height:40px" ${done}>Go</button><div style="position:absolute;left:20px;top:20px;width:110px;height:60px;background:red"></div>`, calls: press("button"), ...once },
  { name: "a box by its label", html: `<label for=box>Agree</label><input id=box type=checkbox>`, calls: press("label"), sees: "box.checked", as: true },
  { name: "a field without size by its label", html: `<label>Press me <input style="width:0;height:0;padding:0;border:0" ${done}></label>`, calls: press("text=Press me"), ...once },
  { name: "a box on and off", html: `<input id=box type=checkbox>`, calls: [...press("#box"), ...press("#box"), ...press("#box")], sees: "box.checked", as: true },
  { name: "a slotted element", html: `<x-a><template shadowrootmode=open><button ${done}><slot></slot></button></template><div>Slotted</div></x-a>`, calls: press("text=Slotted"), ...once },
  { name: "the host of a shadow root", html: `<x-a><template shadowrootmode=open><button ${done}><slot></slot></button></template><div>Slotted</div></x-a>`, calls: press("x-a"), ...once },
  { name: "after an opened list", html: `<select><option>one</option><option>two</option><option>three</option></select><br><button ${done}>Go</button>`, calls: [...press("select"), ...press("button")], ...once },
  { name: "after a right click", html: `<button ${done}>Go</button>`, calls: [...press("button", { button: "right" }), ...press("button")], ...once },
  { name: "an element that goes when the mouse goes down", html: `<div onpointerdown="this.remove();window.done=1" id=t>Go</div>`, calls: press("#t"), ...once },
  { name: "an element that goes when the mouse comes up", html: `<div onpointerup="this.remove();window.done=1" id=t>Go</div>`, calls: press("#t"), ...once },
  { name: "a div that says it is disabled and cannot be", html: `<div disabled ${done}>Go</div>`, calls: press("text=Go"), ...once },
];

const bars = `li{height:80px;box-sizing:border-box;border:1px solid}ol{padding-top:160px}.bar{top:0;z-index:9;width:100%;height:160px;background:red}`;
const items = Array.from({ length: 14 }, (_, index) => `<li id=i${index} ${index === 8 ? done : ""}>item ${index}</li>`).join("");
const small = { width: 500, height: 240 };

const underBars: ActionCase[] = [
  { name: "under a fixed bar", viewport: small, html: bare(`<div class=bar style="position:fixed"></div><ol>${items}</ol><script>i13.scrollIntoView()</script>`, bars), calls: press("#i8"), ...once },
  { name: "under a sticky bar", viewport: small, html: bare(`<div class=bar style="position:sticky"></div><ol>${items}</ol><script>i13.scrollIntoView()</script>`, bars), calls: press("#i8"), ...once },
  {
    name: "under a bar that is placed over a list which scrolls",
    viewport: small,
    html: bare(`<ol style="height:100vh;overflow:scroll;box-sizing:border-box">${items}</ol><div class=bar style="position:absolute">Bar</div><script>document.querySelector('ol').scrollTop=i8.offsetTop</script>`, `body{position:relative}${bars}`),
    calls: press("#i8"),
    ...once,
  },
  {
    name: "under a foot that is placed over a list which scrolls",
    viewport: small,
    html: bare(`<ol style="height:100vh;overflow:scroll;padding:0">${items}</ol><div class=bar style="position:absolute;top:auto;bottom:0">Foot</div><script>document.querySelector('ol').scrollTop=i8.offsetTop-160</script>`, `body{position:relative}${bars}`),
    calls: press("#i8"),
    ...once,
  },
  { name: "under a bar that leaves no room", viewport: small, html: bare(`<div class=bar style="position:fixed;height:100%"></div><ol>${items}</ol>`, bars), calls: press("#i8"), refused: "covered", ...never },
];

const climbing: ActionCase[] = [
  { name: "a label in a button that takes no presses", html: `<button ${done}><label style="pointer-events:none">Go</label></button>`, calls: press("text=Go"), ...once },
  { name: "an element in a role button that takes no presses", html: `<div role=button ${done}><div style="pointer-events:none"><span><div>Go</div></span></div></div>`, calls: press("text=Go"), ...once },
  { name: "an element in a link that takes no presses", html: `<a href="#x" ${done}><div id=mid><div id=in style="pointer-events:none">Go</div></div></a>`, calls: press("#in"), ...once },
  { name: "an element in a role link that takes no presses", html: `<div role=link ${done}><div id=in style="pointer-events:none">Go</div></div>`, calls: press("#in"), ...once },
  { name: "a picture in a tab that takes no presses", html: `<div role=tab tabindex=0 ${done}><svg id=in style="pointer-events:none" width=30 height=30><rect width=30 height=30 /></svg></div>`, calls: press("#in"), ...once },
  { name: "an element that takes no presses and is part of nothing", html: `<div ${done}><div id=in style="pointer-events:none">Go</div></div>`, calls: press("#in"), refused: "covered", ...never },
  { name: "text in a disabled button", html: `<button disabled ${done}><span>Go</span></button>`, calls: press("text=Go"), refused: "disabled", ...never },
  { name: "text in a disabled role button", html: `<div role=button aria-disabled=true ${done}><span>Go</span></div>`, calls: press("text=Go"), refused: "disabled", ...never },
  { name: "the label of a disabled box", html: `<label id=l><span>Agree</span><input id=box type=checkbox disabled></label>`, calls: press("text=Agree"), refused: "disabled", sees: "box.checked", as: false },
  { name: "a link in the label of a disabled box", html: `<label><a href="#x" ${done}>Terms</a><input type=checkbox disabled></label>`, calls: press("text=Terms"), ...once },
  { name: "text in a field set that is disabled", html: `<fieldset disabled><button ${done}><i>Go</i></button></fieldset>`, calls: press("text=Go"), refused: "disabled", ...never },
];

const waiting: ActionCase[] = [
  { name: "until a button is enabled", html: `<button disabled ${done}>Go</button>`, later: "document.querySelector('button').disabled=false", longAfter: true, calls: press("button", PATIENT), ...once },
  { name: "until the button around a text is enabled", html: `<button disabled ${done}><span>Go</span></button>`, later: "document.querySelector('button').disabled=false", calls: press("text=Go", PATIENT), ...once },
  { name: "until a field is enabled", html: `<input disabled ${done}>`, later: "document.querySelector('input').disabled=false", calls: press("input", PATIENT), ...once },
  { name: "until a list is enabled", html: `<select disabled onmousedown="event.preventDefault();window.done=1"><option>one</select>`, later: "document.querySelector('select').disabled=false", calls: press("select", PATIENT), ...once },
  { name: "until it is displayed", html: `<button style="display:none" ${done}>Go</button>`, later: "document.querySelector('button').style.display=''", calls: press("button", PATIENT), ...once },
  { name: "until it is visible", html: `<button style="visibility:hidden" ${done}>Go</button>`, later: "document.querySelector('button').style.visibility=''", calls: press("button", PATIENT), ...once },
  { name: "until what is around it is displayed", html: `<div id=p style="display:none"><button ${done}>Go</button></div>`, later: "p.style.display=''", calls: press("button", PATIENT), ...once },
  { name: "until it is there", html: `<div id=p></div>`, later: `p.innerHTML='<button onclick="window.done=1">Go</button>'`, longAfter: true, calls: press("button", PATIENT), ...once },
  { name: "until it takes presses", html: `<button style="pointer-events:none" ${done}><span>Go</span></button>`, later: "document.querySelector('button').style.pointerEvents=''", calls: press("text=Go", PATIENT), ...once },
  { name: "until a label takes presses", html: `<label style="pointer-events:none" ${done}><span>Go</span></label>`, later: "document.querySelector('label').style.pointerEvents=''", calls: press("text=Go", PATIENT), ...once },
  { name: "until nothing lies over it", html: `<button ${done}>Go</button><div id=over style="position:absolute;inset:0"></div>`, later: "over.remove()", calls: press("button", PATIENT), ...once },
  { name: "until nothing lies over its frame", frames: { "/waiting-inner": `<button onclick="top.done=(top.done??0)+1">Inner</button>` }, html: `<iframe src="/waiting-inner"></iframe><div id=over style="position:absolute;inset:0"></div>`, later: "over.remove()", longAfter: true, calls: [["click", { find: "Inner button", ...PATIENT }]], ...once },
  { name: "until it is at rest", html: bare(`<button style="display:block;width:200px;height:20px;border:0;transition:margin 500ms linear" onclick="window.at=event.pageX">Go</button>`), calls: [["eval_js", { expr: "new Promise(r => requestAnimationFrame(() => requestAnimationFrame(() => { document.querySelector('button').style.marginLeft = '200px'; r() })))" }], ...press("button", PATIENT)], sees: "window.at", as: 300 },
  { name: "until it came in from outside", html: `<style>@keyframes in{from{left:-300px}to{left:0}}button{position:absolute;left:-300px;width:200px}.in{animation:600ms linear in forwards}</style><button ${done}>Go</button>`, later: "document.querySelector('button').className='in'", calls: press("button", PATIENT), ...once },
  { name: "over an element that is replaced again and again", html: `<div id=p></div><script>let n=0;const timer=setInterval(()=>{p.innerHTML='<button disabled>Go</button>';if(++n>12){clearInterval(timer);p.innerHTML='<button onclick="window.done=1">Go</button>'}},80)</script>`, calls: press("button", PATIENT), ...once },
  { name: "over a navigation", html: `<button disabled>Old</button>`, frames: { "/waiting-next": `<button ${done}>New</button>` }, later: "location.href='/waiting-next'", calls: press("button:enabled", PATIENT), ...once },
];

/** Refused with the reason once the time is over, and never pressed afterwards. */
const refusals: ActionCase[] = [
  { name: "what stays disabled", html: `<button disabled ${done}>Go</button>`, calls: press("button", { timeoutMs: 2000 }), refused: "disabled", sees: "document.querySelector('button').disabled=false,window.done??0", as: 0 },
  { name: "what stays hidden", html: `<button style="display:none" ${done}>Go</button>`, calls: press("button"), refused: "not-visible", ...never },
  { name: "what stays invisible", html: `<button style="visibility:hidden" ${done}>Go</button>`, calls: press("button"), refused: "not-visible", ...never },
  { name: "what stays covered", html: `<button ${done}>Go</button><div style="position:absolute;inset:0"></div>`, calls: press("button"), refused: "covered", ...never },
  { name: "what is not there", html: `<p>Nothing</p>`, calls: press("text=Nope"), refused: "not-found", ...never },
  { name: "what is not there, in very little time", html: `<p>Nothing</p>`, calls: press("text=Nope", { timeoutMs: 300 }), refused: "not-found", ...never },
  { name: "a hidden field", html: `<input type=hidden>`, calls: press("input"), refused: "not-visible", ...never },
];

const seen = `<script>window.seen=[];for(const type of ['mousedown','mouseup','click','dblclick','contextmenu','auxclick'])addEventListener(type,e=>{if(type==='contextmenu')e.preventDefault();seen.push([type,e.detail].join(' '))},true)</script>`;
const where = `onclick="window.at=[event.offsetX,event.offsetY]"`;

const withArguments: ActionCase[] = [
  { name: "a right click in its order", html: `<button>Go</button>${seen}`, calls: press("button", { button: "right" }), sees: "seen.filter(each=>!each.startsWith('auxclick')).map(each=>each.split(' ')[0])", as: ["mousedown", "contextmenu", "mouseup"] },
  { name: "a double click", html: `<button>Go</button>${seen}`, calls: [["double_click", { selector: "button" }]], sees: "seen", as: ["mousedown 1", "mouseup 1", "click 1", "mousedown 2", "mouseup 2", "click 2", "dblclick 2"] },
  { name: "a click count of two", html: `<button>Go</button>${seen}`, calls: press("button", { clickCount: 2 }), sees: "seen.at(-1)", as: "dblclick 2" },
  { name: "three clicks select a paragraph", html: `<p>First line of words</p><p>Second</p>`, calls: press("text=First line", { clickCount: 3 }), sees: "getSelection().toString().trim()", as: "First line of words" },
  { name: "three clicks select a field's text", html: `<textarea>one line of it</textarea>`, calls: press("textarea", { clickCount: 3, position: { x: 20, y: 8 } }), sees: "(t=>t.value.slice(t.selectionStart,t.selectionEnd))(document.querySelector('textarea'))", as: "one line of it" },
  { name: "shift", html: `<button onclick="window.keys=[event.shiftKey,event.ctrlKey,event.altKey,event.metaKey]">Go</button>`, calls: press("button", { modifiers: ["Shift"] }), sees: "keys", as: [true, false, false, false] },
  { name: "several modifiers", html: `<button onclick="window.keys=[event.shiftKey,event.ctrlKey,event.altKey,event.metaKey]">Go</button>`, calls: press("button", { modifiers: ["Alt", "Control", "Meta"] }), sees: "keys", as: [false, true, true, true] },
  { name: "modifiers that are gone with the click", html: `<button onclick="window.keys=event.shiftKey">Go</button>`, calls: [...press("button", { modifiers: ["Shift"] }), ...press("button")], sees: "keys", as: false },
  { name: "control or command", html: `<button onclick="window.keys=event.ctrlKey||event.metaKey">Go</button>`, calls: press("button", { modifiers: ["ControlOrMeta"] }), sees: "keys", as: true },
  { name: "a place in a button with a border", html: `<button style="border:8px solid;width:120px;height:60px" ${where}>Go</button>`, calls: press("button", { position: { x: 20, y: 10 } }), sees: "at", as: [20, 10] },
  { name: "a place in a button with a border in em", html: `<button style="font-size:12px;border:2em solid;width:120px;height:80px" ${where}>Go</button>`, calls: press("button", { position: { x: 20, y: 10 } }), sees: "at", as: [20, 10] },
  { name: "a place far in a very large button", html: `<button style="border:8px solid;width:2000px;height:2000px" ${where}>Go</button>`, calls: press("button", { position: { x: 1900, y: 1910 } }), sees: "at", as: [1900, 1910] },
  { name: "a place far in a button in a container", html: `<div style="width:200px;height:200px;overflow:auto"><button style="border:8px solid;width:2000px;height:2000px" ${where}>Go</button></div>`, calls: press("button", { position: { x: 1900, y: 1910 } }), sees: "at", as: [1900, 1910] },
  { name: "a place in a label", html: `<label style="position:relative;display:inline-block;width:200px"><input id=box type=checkbox> Agree to <a href="#no">all of it</a></label>`, calls: press("label", { position: { x: 10, y: 8 } }), sees: "[box.checked, location.hash]", as: [true, ""] },
  { name: "a place that something covers", html: `<button style="width:200px;height:40px" ${done}>Go</button><div style="position:absolute;left:20px;top:20px;width:100px;height:40px"></div>`, calls: press("button", { position: { x: 30, y: 10 } }), refused: "covered", ...never },
  { name: "a place to hover", html: `<div style="width:100px;height:100px" onmousemove="window.at=[event.offsetX,event.offsetY]">Here</div>`, calls: [["hover", { selector: "div", position: { x: 7, y: 9 } }]], sees: "at", as: [7, 9] },
  { name: "a place for a double click", html: `<div style="width:100px;height:100px" ondblclick="window.at=[event.offsetX,event.offsetY,event.shiftKey]">Here</div>`, calls: [["double_click", { selector: "div", position: { x: 7, y: 9 }, modifiers: ["Shift"] }]], sees: "at", as: [7, 9, true] },
  { name: "modifiers at a point", html: bare(`<div style="width:100px;height:100px" onclick="window.keys=event.shiftKey">Here</div>`), calls: [["click", { coords: { x: 20, y: 20 }, modifiers: ["Shift"] }]], sees: "keys", as: true },
  ...["click", "hover", "double_click"].map((tool): ActionCase => ({ name: `${tool} with a place and a point`, html: `<button ${done}>Go</button>`, calls: [[tool, { coords: { x: 40, y: 30 }, position: { x: 1, y: 1 } }]], refused: "bad-input", ...never })),
];

const order: ActionCase[] = [
  { name: "microtasks between the events", html: `<button id=b>Go</button><script>let n=0;new MutationObserver(list=>n+=list.length).observe(document.body,{childList:true});b.onmousedown=()=>{n=0;document.body.append(document.createElement('i'))};b.onmouseup=()=>window.done=n</script>`, calls: press("#b"), ...once },
  { name: "tasks after the events", html: `<div id=o><div id=i style="width:40px;height:40px"></div></div><script>window.seen=[];for(const e of [i,o])e.onclick=()=>{seen.push('click '+e.id);setTimeout(()=>seen.push('timeout '+e.id));Promise.resolve().then(()=>seen.push('promise '+e.id))}</script>`, calls: press("#i"), sees: "seen", as: ["click i", "promise i", "click o", "promise o", "timeout i", "timeout o"] },
  { name: "pressure while a button is down", html: `<button>Go</button><script>window.seen=[];for(const type of ['pointerdown','pointerup'])addEventListener(type,e=>seen.push([type,e.pressure]))</script>`, calls: press("button"), sees: "seen", as: [["pointerdown", 0.5], ["pointerup", 0]] },
  { name: "hover on a disabled button", html: `<style>button:hover{width:333px}</style><button disabled>Go</button>`, calls: [["hover", { selector: "button" }]], sees: "document.querySelector('button').offsetWidth", as: 333 },
  { name: "hover in and out of a frame", frames: { "/hover-inner": `<div id=in style="height:80px" onmouseenter="top.seen.push('in')" onmouseleave="top.seen.push('out')">Inner</div>` }, html: `<script>window.seen=[]</script><button onmouseenter="seen.push('button')">Outer</button><br><iframe src="/hover-inner"></iframe>`, calls: [["hover", { find: "Inner" }], ["hover", { selector: "button" }]], sees: "[...seen].sort()", as: ["button", "in", "out"] },
];

/** A dot that tells its top document that it was hit. */
const dot = (size = 2) => `<!doctype html><style>body,html{margin:0}div{margin:20px 0 0 10px;width:${size}px;height:${size}px;overflow:hidden}</style><div role=button aria-label=Target onclick="top.done=(top.done??0)+1"></div>`;
const target: ActionCase["calls"] = [["click", { find: "Target button" }]];
const framed = (name: string, style: string, around = "", more: Partial<ActionCase> = {}): ActionCase => ({
  name,
  frames: { "/dot": dot() },
  html: bare(`<div style="${around}"><iframe src="/dot" style="background:#ccc;width:300px;height:200px;${style}"></iframe></div>`),
  calls: target,
  ...once,
  ...more,
});

const inFrames: ActionCase[] = [
  framed("a frame with a border", "border:4px solid;margin:24px 0 0 33px;box-sizing:border-box"),
  framed("a frame with a border and padding", "border:4px solid;padding:9px;margin:24px 0 0 33px"),
  framed("a frame that is shrunk", "transform:translate(-40px,-40px) scale(.8);border:0;margin:60px"),
  framed("a frame that is turned in space", "border:4px solid;transform:translate(60px,60px) scale(1.2) rotate3d(1,1,1,25deg)"),
  framed("a frame in a centred box", "border:0", "position:fixed;left:50%;top:50%;transform:translate(-50%,-50%)"),
  framed("a frame in a centred box that grew", "border:1px solid", "position:fixed;left:50%;top:50%;transform:translate(-50%,-50%) scale(1.1)"),
  framed("a frame of another origin in a centred box", "border:0", "position:fixed;left:50%;top:50%;transform:translate(-50%,-50%)", {
    html: bare(`<div style="position:fixed;left:50%;top:50%;transform:translate(-50%,-50%)"><iframe style="border:0;width:300px;height:200px"></iframe></div><script>document.querySelector('iframe').src=location.origin.replace('127.0.0.1','localhost')+'/dot-away';onmessage=()=>window.done=(window.done??0)+1</script>`),
    frames: { "/dot-away": dot().replace("top.done=(top.done??0)+1", "top.postMessage('hit','*')") },
  }),
  {
    name: "a shrunk frame in a shrunk frame",
    frames: { "/dot": dot(), "/mid": bare(`<iframe src="/dot" style="border:3px solid;margin:14px 0 0 18px;width:200px;height:150px;transform:scale(.7)"></iframe>`) },
    html: bare(`<iframe src="/mid" style="border:1px solid;margin:24px 0 0 33px;width:400px;height:400px;transform:scale(.8)"></iframe>`),
    calls: target,
    ...once,
  },
  {
    name: "a frame in a centred frame",
    frames: { "/dot": dot(), "/plain": bare(`<iframe src="/dot" style="border:3px solid;margin:14px 0 0 18px;width:200px;height:150px"></iframe>`) },
    html: bare(`<iframe src="/plain" style="position:fixed;left:50%;top:50%;width:300px;height:300px;transform:translate(-50%,-50%) scale(.9)"></iframe>`),
    calls: target,
    ...once,
  },
  { name: "one pixel in a frame", frames: { "/pixel": dot(1) }, html: `<iframe src="/pixel"></iframe>`, calls: target, ...once },
  { name: "a frame far down", frames: { "/dot": dot() }, html: `${filler(4000)}<iframe src="/dot"></iframe>`, calls: target, ...once },
  { name: "a fixed button in a frame", frames: { "/fixed": `<button style="position:fixed" onclick="top.done=1">Target</button>` }, viewport: { width: 500, height: 500 }, html: `${filler(2000)}<iframe src="/fixed"></iframe>`, calls: target, ...once },
  { name: "a field in a centred frame", frames: { "/field": `<input aria-label=Target oninput="top.done=this.value">` }, html: bare(`<div style="position:fixed;left:50%;top:50%;transform:translate(-50%,-50%)"><iframe src="/field"></iframe></div>`), calls: [["fill", { find: "Target textbox", value: "typed" }]], sees: "done", as: "typed" },
];

export const clickCases: ActionTables = {
  "land on their target": landing,
  "find the way from under bars": underBars,
  "climb to the control they belong to": climbing,
  "wait as long as the caller allows": waiting,
  "are refused when the time is over": refusals,
  "take modifiers, a place and a count": withArguments,
  "come in their order": order,
  "reach into frames": inFrames,
};
