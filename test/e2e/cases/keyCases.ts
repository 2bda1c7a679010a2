/** Keys by their names and codes, what modifiers tell, and what keys do in fields. */
import { type ActionCase, type ActionTables } from "./actionCase.ts";

const log = `<script>window.log=[];const held=e=>['Alt','Control','Meta','Shift'].filter(each=>e.getModifierState(each)).join(' ');for(const type of ['keydown','keypress','keyup'])document.addEventListener(type,e=>log.push(type.slice(3)+' '+e.key+' '+e.code+' '+e.location+' ['+held(e)+']'))</script>`;
const hear = `<script>window.keys=[];document.addEventListener('keydown',e=>keys.push([e.key,e.code,e.location]))</script>`;
const keys = (...names: string[]): ActionCase["calls"] => names.map((key) => ["press", { key }]);
const on = (selector: string, ...names: string[]): ActionCase["calls"] => names.map((key) => ["press", { selector, key }]);
type Told = [key: string, code: string, location: number];
const told = (key: string, as: Told, onFirefox?: Told): ActionCase => ({ name: `the key ${key}`, html: `<input>${hear}`, reuses: true, calls: on("input", key), sees: "keys.at(-1)", as, ...(onFirefox && { onFirefox }) });

const names: ActionCase[] = [
  told("a", ["a", "KeyA", 0]),
  told("KeyA", ["a", "KeyA", 0]),
  told("Digit5", ["5", "Digit5", 0]),
  told("Minus", ["-", "Minus", 0]),
  told("Semicolon", [";", "Semicolon", 0]),
  told("ControlLeft", ["Control", "ControlLeft", 1]),
  told("ControlRight", ["Control", "ControlRight", 2]),
  told("ShiftRight", ["Shift", "ShiftRight", 2]),
  told("AltRight", ["Alt", "AltRight", 2]),
  told("MetaRight", ["Meta", "MetaRight", 2]),
  told("NumpadSubtract", ["-", "NumpadSubtract", 3]),
  told("NumpadAdd", ["+", "NumpadAdd", 3]),
  told("NumpadMultiply", ["*", "NumpadMultiply", 3]),
  told("NumpadDivide", ["/", "NumpadDivide", 3]),
  // WebDriver has this one on the left.
  told("NumpadEnter", ["Enter", "NumpadEnter", 3], ["Enter", "NumpadEnter", 1]),
  told("Numpad5", ["5", "Numpad5", 3]),
  told("NumpadDecimal", [".", "NumpadDecimal", 3]),
  told("\n", ["Enter", "Enter", 0]),
  told("\r", ["Enter", "Enter", 0]),
  told("F1", ["F1", "F1", 0]),
  told("Insert", ["Insert", "Insert", 0]),
  told("CapsLock", ["CapsLock", "CapsLock", 0]),
  told("ContextMenu", ["ContextMenu", "ContextMenu", 0]),
  ...["AudioVolumeMute", "AudioVolumeDown", "AudioVolumeUp"].map((key) => told(key, [key, key, 0], [key, key.replace("Audio", ""), 0])),
  ...["MediaTrackNext", "MediaTrackPrevious", "MediaPlayPause", "MediaStop"].map((key) => told(key, [key, key, 0])),
  { name: "no key", html: `<input>${hear}`, calls: on("input", "NotARealKey"), refused: "bad-input", sees: "keys", as: [] },
  { name: "no modifier", html: `<input>${hear}`, calls: on("input", "Foo+a"), refused: "bad-input", sees: "keys", as: [] },
];

const lefts = { Shift: "ShiftLeft 1", Control: "ControlLeft 1", Alt: "AltLeft 1", Meta: "MetaLeft 1" };

const modifiers: ActionCase[] = [
  ...Object.entries(lefts).map(([key, rest]) => ({ name: `${key} alone`, html: log, calls: keys(key), sees: "log", as: [`down ${key} ${rest} [${key}]`, `up ${key} ${rest} []`] })),
  { name: "Control and Alt are let go in reverse", html: log, calls: keys("Control+Alt+F2"), sees: "log.filter(each=>!each.startsWith('press')).slice(-3)", as: ["up F2 F2 0 [Alt Control]", "up Alt AltLeft 1 [Control]", "up Control ControlLeft 1 []"] },
  { name: "Shift and a character", html: log, calls: keys("Shift+~"), sees: "log", as: ["down Shift ShiftLeft 1 [Shift]", "down ~ Backquote 0 [Shift]", "press ~ Backquote 0 [Shift]", "up ~ Backquote 0 [Shift]", "up Shift ShiftLeft 1 []"] },
  { name: "Shift and plus", html: log, calls: keys("Shift++"), sees: "log", as: ["down Shift ShiftLeft 1 [Shift]", "down + Equal 0 [Shift]", "press + Equal 0 [Shift]", "up + Equal 0 [Shift]", "up Shift ShiftLeft 1 []"] },
  { name: "Shift and a code", html: log, calls: keys("Shift+Digit3"), sees: "log", as: ["down Shift ShiftLeft 1 [Shift]", "down # Digit3 0 [Shift]", "press # Digit3 0 [Shift]", "up # Digit3 0 [Shift]", "up Shift ShiftLeft 1 []"] },
  { name: "Control, Shift and a character", html: log, calls: keys("Control+Shift+~"), sees: "log.filter(each=>!each.startsWith('press'))", as: ["down Control ControlLeft 1 [Control]", "down Shift ShiftLeft 1 [Control Shift]", "down ~ Backquote 0 [Control Shift]", "up ~ Backquote 0 [Control Shift]", "up Shift ShiftLeft 1 [Control]", "up Control ControlLeft 1 []"] },
  { name: "a right modifier holds", html: log, calls: keys("ShiftRight+a"), sees: "log.filter(each=>!each.startsWith('press'))", as: ["down Shift ShiftRight 2 [Shift]", "down A KeyA 0 [Shift]", "up A KeyA 0 [Shift]", "up Shift ShiftRight 2 []"] },
  { name: "Meta and a key", html: `<input><script>addEventListener('keydown',e=>window.meta=[e.key,e.metaKey])</script>`, calls: on("input", "Meta+k"), sees: "meta", as: ["k", true] },
  { name: "Meta types nothing", html: `<input id=t value="some words">`, calls: on("#t", "Meta"), sees: "t.value", as: "some words" },
];

const value = (as: string) => ({ sees: "t.value", as });

const doing: ActionCase[] = [
  { name: "arrows move and Shift selects", html: `<textarea id=t>Hello World!</textarea><script>t.setSelectionRange(12,12)</script>`, calls: on("#t", "ArrowLeft", "ArrowLeft", "Shift+ArrowLeft", "Backspace"), ...value("Hello Word!") },
  { name: "a key that the page cancels", html: `<input id=t><script>addEventListener('keydown',e=>{if(e.key==='l')e.preventDefault()})</script>`, calls: on("#t", "a", "l", "b"), ...value("ab") },
  { name: "all that a character does", html: `<input id=t><script>window.seen=[];for(const type of ['keydown','keypress','input','keyup'])t.addEventListener(type,()=>seen.push(type))</script>`, calls: on("#t", "f"), sees: "seen", as: ["keydown", "keypress", "input", "keyup"] },
  { name: "Enter makes a line", html: `<textarea id=t></textarea>`, calls: on("#t", "a", "Enter", "NumpadEnter", "b"), ...value("a\n\nb") },
  { name: "numbers of the keypad", html: `<input id=t>`, calls: on("#t", "Numpad4", "NumpadSubtract", "Numpad2"), ...value("4-2") },
  { name: "codes type their characters", html: `<input id=t>`, calls: on("#t", "KeyA", "Digit5", "Shift+KeyB", "Shift+Digit1"), ...value("a5B!") },
  { name: "everything is selected", html: `<textarea id=t>some text</textarea>`, calls: on("#t", "ControlOrMeta+a", "Backspace"), ...value("") },
  { name: "a selection that the page prevents", html: `<textarea id=t>some text</textarea><script>t.setSelectionRange(9,9);t.onkeydown=e=>{if(e.key==='a'&&(e.ctrlKey||e.metaKey))e.preventDefault()}</script>`, calls: on("#t", "ControlOrMeta+a", "Backspace"), ...value("some tex") },
  { name: "copied and pasted", html: `<input id=t value=ab>`, calls: on("#t", "ControlOrMeta+a", "ControlOrMeta+c", "End", "ControlOrMeta+v"), ...value("abab") },
  { name: "cut and pasted twice", html: `<input id=t value=ab>`, calls: on("#t", "ControlOrMeta+a", "ControlOrMeta+x", "ControlOrMeta+v", "ControlOrMeta+v"), ...value("abab") },
  { name: "undone", html: `<input id=t>`, calls: on("#t", "a", "ControlOrMeta+z"), ...value("") },
  { name: "Space presses a button", html: `<button onclick="window.done=1">Go</button>`, calls: on("button", "Space"), sees: "done", as: 1 },
  { name: "Enter presses a button", html: `<button onclick="window.done=1">Go</button>`, calls: on("button", "Enter"), sees: "done", as: 1 },
  { name: "Tab and back", html: `<input id=a><input id=b><input id=c>`, calls: [...on("#a", "Tab"), ...keys("Tab", "Shift+Tab")], sees: "document.activeElement.id", as: "b" },
  { name: "PageDown scrolls", html: `<div style="height:4000px">Long</div>`, calls: keys("PageDown"), sees: "new Promise(r=>{const look=()=>scrollY>100?r(true):requestAnimationFrame(look);look()})", as: true },
  { name: "Escape down and up", html: `<input id=t>${log}`, calls: on("#t", "Escape"), sees: "log.map(each=>each.split(' ').slice(0,2).join(' '))", as: ["down Escape", "up Escape"] },
  { name: "Escape closes a dialog", html: `<dialog id=d><div id=t contenteditable>Text</div></dialog><script>d.showModal()</script>`, calls: on("#t", "Escape"), sees: "d.open", as: false },
  { name: "keys in a shadow root", html: `<div id=h></div><script>h.attachShadow({mode:'open'}).innerHTML='<input>'</script>`, calls: on("input", "a", "b"), sees: "h.shadowRoot.querySelector('input').value", as: "ab" },
  { name: "keys in a frame", frames: { "/keys-inner": `<input aria-label=Inner oninput="top.typed=this.value">` }, html: `<iframe src="/keys-inner"></iframe>`, calls: [["press", { find: "Inner textbox", key: "a" }], ["press", { find: "Inner textbox", key: "B" }]], sees: "typed", as: "aB" },
  { name: "keys after the menu of the right button", html: `<input id=t>`, calls: [["click", { selector: "#t", button: "right" }], ...on("#t", "a")], ...value("a") },
  { name: "what cannot have the focus leaves it", html: `<input id=t><div id=plain>Plain</div>`, calls: [...on("#t", "a"), ...on("#plain", "b")], ...value("ab") },
];

export const keyCases: ActionTables = {
  "have their names and codes": names,
  "tell their modifiers": modifiers,
  "do what they do for people": doing,
};
