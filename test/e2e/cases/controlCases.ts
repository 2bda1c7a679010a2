/** Lists, boxes and fields: what is chosen, switched and filled, and what is waited for. */
import { type ActionCase, type ActionTables, PATIENT } from "./actionCase.ts";

const heard = `<script>window.heard=[];const list=document.querySelector('select');for(const type of ['input','change'])list.addEventListener(type,()=>heard.push(type+' '+[...list.selectedOptions].map(o=>o.value)))</script>`;
const colours = ["black", "blue", "brown", "cyan", "green", "red"].map((colour) => `<option value=${colour}>${colour[0]?.toUpperCase()}${colour.slice(1)}</option>`).join("");
const one = `<select>${colours}</select>${heard}`;
const many = `<select multiple>${colours}</select>${heard}`;
const choose = (values: unknown[], more: object = {}): ActionCase["calls"] => [["select", { selector: "select", values, ...more }]];
const chosen = (...values: string[]) => ({ sees: "heard", as: [`input ${values.join(",")}`, `change ${values.join(",")}`] });
const held = (value: string) => ({ sees: "document.querySelector('select').value", as: value });
const addScarlet = `const o=document.createElement('option');o.value='scarlet';o.textContent='Scarlet';document.querySelector('select').append(o)`;

const lists: ActionCase[] = [
  { name: "by value", html: one, calls: choose(["blue"]), ...chosen("blue") },
  { name: "by value alone", html: one, calls: choose([{ value: "blue" }]), ...chosen("blue") },
  { name: "by label", html: one, calls: choose([{ label: "Cyan" }]), ...chosen("cyan") },
  { name: "by label when no value fits", html: one, calls: choose(["Cyan"]), ...chosen("cyan") },
  { name: "by label over white space", html: `<select><option>none<option value=long>  Blue \n  and  green </option></select>${heard}`, calls: choose([{ label: "Blue and green" }]), ...chosen("long") },
  { name: "by index", html: one, calls: choose([{ index: 2 }]), ...chosen("brown") },
  { name: "by value and label", html: one, calls: choose([{ value: "green", label: "Green" }]), ...chosen("green") },
  { name: "by value and index", html: one, calls: choose([{ value: "green", index: 4 }]), ...chosen("green") },
  { name: "by a value and a label that are not one option's", html: one, calls: choose([{ value: "green", label: "Brown" }]), refused: "not-found", ...held("black") },
  { name: "several", html: many, calls: choose(["blue", "green", "red"]), ...chosen("blue", "green", "red") },
  { name: "several in various ways", html: many, calls: choose(["blue", { label: "Green" }, { index: 5 }]), ...chosen("blue", "green", "red") },
  { name: "none of many", html: many, calls: [...choose(["blue", "green"]), ...choose([])], sees: "document.querySelector('select').selectedOptions.length", as: 0 },
  { name: "none of one", html: one, calls: [...choose(["blue"]), ...choose([])], sees: "document.querySelector('select').selectedIndex", as: -1 },
  { name: "events that bubble", html: `<div id=p><select>${colours}</select></div><script>window.up=[];for(const t of ['input','change'])p.addEventListener(t,()=>up.push(t))</script>`, calls: choose(["blue"]), sees: "up", as: ["input", "change"] },
  { name: "events that leave a shadow root, or not", html: `<div id=h></div><script>const r=h.attachShadow({mode:'open'});r.innerHTML='<select><option value=a>A</option><option value=b>B</option></select>';window.up=[];for(const t of ['input','change'])document.body.addEventListener(t,e=>up.push(t+e.composed))</script>`, calls: choose(["b"]), sees: "up", as: ["inputtrue"] },
  { name: "a page that took Event away", html: `${one}<script>window.Event=null</script>`, calls: choose(["blue"]), ...chosen("blue") },
  { name: "what is no list", html: `<body><p>Words</p></body>`, calls: [["select", { selector: "p", values: ["x"] }]], refused: "not-editable", sees: "1", as: 1 },
  { name: "by its label", html: `<label>Colour ${one}</label>`, calls: [["select", { selector: "label", values: ["blue"] }]], ...chosen("blue") },
  { name: "a choice that navigates", html: `<select onchange="location.hash='gone'">${colours}</select>`, calls: choose(["blue"]), sees: "location.hash", as: "#gone" },
  { name: "until an option is there", html: one, later: addScarlet, longAfter: true, calls: choose(["scarlet"], PATIENT), ...chosen("scarlet") },
  { name: "until an index is there", html: one, later: addScarlet, calls: choose([{ index: 6 }], PATIENT), ...chosen("scarlet") },
  { name: "until several are there", html: many, later: addScarlet, calls: choose(["green", "scarlet"], PATIENT), ...chosen("green", "scarlet") },
  { name: "until the list is enabled", html: `<select disabled>${colours}</select>${heard}`, later: "document.querySelector('select').disabled=false", calls: choose(["blue"], PATIENT), ...chosen("blue") },
  { name: "until the option is enabled", html: `<select><option>one</option><option disabled id=o>two</option></select>${heard}`, later: "o.disabled=false", longAfter: true, calls: choose(["two"], PATIENT), ...chosen("two") },
  { name: "until the group is enabled", html: `<select><option>one</option><optgroup label=G disabled id=g><option>two</option></optgroup></select>${heard}`, later: "g.disabled=false", calls: choose(["two"], PATIENT), ...chosen("two") },
  { name: "until the list is another one", html: `<select disabled><option>one</option></select>`, later: "const s=document.createElement('select');s.innerHTML='<option>one<option>two';document.querySelector('select').replaceWith(s)", calls: choose(["two"], PATIENT), ...held("two") },
  { name: "an option that stays disabled", html: `<select><option>one</option><option disabled>two</option></select>`, calls: choose(["two"]), refused: "disabled", ...held("one") },
  { name: "an option that never comes", html: one, calls: choose(["mauve"]), refused: "not-found", ...held("black") },
  { name: "filled, until an option is there", html: one, later: addScarlet, longAfter: true, calls: [["fill", { selector: "select", value: "scarlet", ...PATIENT }]], ...chosen("scarlet") },
  { name: "chosen by text, until an option is there", html: one, later: addScarlet, longAfter: true, calls: [["choose_option", { selector: "select", option: "Scarlet", ...PATIENT }]], ...chosen("scarlet") },
];

const set = (value: unknown, selector = "#t", more: object = {}): ActionCase["calls"] => [["fill", { selector, value, ...more }]];
const checked = (as: boolean) => ({ sees: "t.checked", as });
const roles = ["checkbox", "switch", "radio", "menuitemcheckbox", "menuitemradio", "option", "treeitem"];

const boxes: ActionCase[] = [
  { name: "on", html: `<input id=t type=checkbox>`, calls: set(true), ...checked(true) },
  { name: "on that is on", html: `<input id=t type=checkbox checked>`, calls: set(true), ...checked(true) },
  { name: "off", html: `<input id=t type=checkbox checked>`, calls: set(false), ...checked(false) },
  { name: "off that is off", html: `<input id=t type=checkbox>`, calls: set(false), ...checked(false) },
  { name: "by the label around it", html: `<label id=l>Agree <input id=t type=checkbox></label>`, calls: set(true, "#l"), ...checked(true) },
  { name: "by the label for it", html: `<label id=l for=t>Agree</label><input id=t type=checkbox>`, calls: set(true, "#l"), ...checked(true) },
  { name: "of three", html: `<input type=radio name=r><input id=t type=radio name=r><input type=radio name=r>`, calls: set(true), ...checked(true) },
  { name: "a radio button is not switched off", html: `<input id=t type=radio name=r checked>`, calls: set(false), refused: "bad-input", ...checked(true) },
  { name: "in something that is a button", html: `<div role=button><input id=t type=checkbox></div>`, calls: set(true), ...checked(true) },
  { name: "that a press does not change", html: `<input id=t type=checkbox onclick="event.preventDefault()">`, calls: set(true, "#t"), ...checked(false) },
  ...roles.flatMap((role) => [
    { name: `role ${role} on`, html: `<div id=t role=${role} tabindex=0 onclick="this.setAttribute('aria-checked','true')">Box</div>`, calls: set(true), sees: "t.getAttribute('aria-checked')", as: "true" },
    ...(role.includes("radio") ? [] : [{ name: `role ${role} off`, html: `<div id=t role=${role} tabindex=0 aria-checked=true onclick="this.setAttribute('aria-checked','false')">Box</div>`, calls: set(false), sees: "t.getAttribute('aria-checked')", as: "false" }]),
  ]),
  { name: "what is no box", html: `<div id=t role=button>Go</div>`, calls: set(true), refused: "not-editable", sees: "1", as: 1 },
  { name: "that is enabled later", html: `<input id=t type=checkbox disabled>`, later: "t.disabled=false", calls: set(true, "#t", PATIENT), ...checked(true) },
];

const value = (as: string) => ({ sees: "t.value", as });
const text = (as: string) => ({ sees: "t.textContent", as });
const typed = ["password", "search", "tel", "text", "url", "email"];

const fields: ActionCase[] = [
  { name: "an area", html: `<textarea id=t></textarea>`, calls: set("some value"), ...value("some value") },
  ...typed.map((type) => ({ name: `type ${type}`, html: `<input id=t type=${type}>`, calls: set("value"), ...value("value") })),
  ...["button", "submit", "reset", "image", "file"].map((type) => ({ name: `type ${type} is not filled`, html: `<input id=t type=${type}>`, calls: set("x"), refused: "not-editable", sees: "1", as: 1 })),
  { name: "a range", html: `<input id=t type=range min=0 max=100>`, calls: set("42"), ...value("42") },
  { name: "a range of no number", html: `<input id=t type=range min=0 max=100 value=50>`, calls: set("words"), refused: "bad-input", ...value("50") },
  { name: "a colour", html: `<input id=t type=color value="#e66465">`, calls: set("#aaaaaa"), ...value("#aaaaaa") },
  { name: "a colour in capitals", html: `<input id=t type=color value="#e66465">`, calls: set("#AAAABB"), ...value("#aaaabb") },
  { name: "no colour", html: `<input id=t type=color value="#e66465">`, calls: set("badvalue"), refused: "bad-input", ...value("#e66465") },
  { name: "a date after a press", html: `<input id=t type=date>`, calls: [["click", { selector: "#t" }], ...set("2026-03-02")], ...value("2026-03-02") },
  { name: "no date", html: `<input id=t type=date>`, calls: set("2026-13-05"), refused: "bad-input", ...value("") },
  { name: "a time", html: `<input id=t type=time>`, calls: set("13:15"), ...value("13:15") },
  { name: "no time", html: `<input id=t type=time>`, calls: set("25:05"), refused: "bad-input", ...value("") },
  { name: "a month", html: `<input id=t type=month>`, calls: set("2026-07"), ...value("2026-07") },
  { name: "a week", html: `<input id=t type=week>`, calls: set("2026-W50"), ...value("2026-W50") },
  { name: "a date and time", html: `<input id=t type=datetime-local>`, calls: set("2026-03-02T05:15"), ...value("2026-03-02T05:15") },
  { name: "a number", html: `<input id=t type=number>`, calls: set("42"), ...value("42") },
  { name: "a number with an exponent", html: `<input id=t type=number>`, calls: set("-10e5"), ...value("-10e5") },
  { name: "no number any more", html: `<input id=t type=number value=123>`, calls: set(""), ...value("") },
  { name: "words for a number", html: `<input id=t type=number value=1>`, calls: set("abc"), refused: "bad-input", ...value("1") },
  { name: "an editor", html: `<div id=t contenteditable>old <b>text</b></div>`, calls: set("new text"), ...text("new text") },
  { name: "an editor with lines", html: `<div id=t contenteditable></div>`, calls: set("John\nDoe"), sees: "t.innerText", as: "John\nDoe" },
  { name: "an editor that writes for itself", html: `<div id=t contenteditable></div><script>t.addEventListener('beforeinput',e=>{e.preventDefault();t.textContent=e.data})</script>`, calls: set("Once"), ...text("Once") },
  { name: "an editor whose focus moves the selection", html: `<div id=t contenteditable>old text</div><script>t.onfocus=()=>{const s=getSelection();if(s.rangeCount)s.collapseToEnd()}</script>`, calls: set("new text"), ...text("new text") },
  { name: "the body", html: `<!doctype html><html><body contenteditable id=t></body></html>`, calls: set("whole"), ...text("whole") },
  { name: "a fixed field", html: `<input id=t style="position:fixed">`, calls: set("value"), ...value("value") },
  { name: "what it held is replaced", html: `<input id=t value="value one"><script>t.setSelectionRange(1,2)</script>`, calls: set("another"), ...value("another") },
  { name: "nothing", html: `<input id=t value=old oninput="window.heard=this.value">`, calls: set(""), sees: "[t.value, heard]", as: ["", ""] },
  { name: "while another frame has the focus", html: `<div id=t contenteditable></div><iframe srcdoc="<input autofocus>"></iframe><script>document.querySelector('iframe').focus()</script>`, calls: set("value"), ...text("value") },
  { name: "one after the other", html: `<input id=a><input id=b>`, calls: [...set("first", "#a"), ...set("second", "#b")], sees: "[a.value,b.value]", as: ["first", "second"] },
  { name: "a value that navigates", html: `<input id=t type=date oninput="location.hash='gone'">`, calls: set("2026-03-02"), sees: "location.hash", as: "#gone" },
  { name: "by its label", html: `<label id=l>Name <input id=t></label>`, calls: set("Ada", "#l"), ...value("Ada") },
  { name: "until it is enabled", html: `<input id=t disabled>`, later: "t.disabled=false", calls: set("value", "#t", PATIENT), ...value("value") },
  { name: "until it may be written", html: `<textarea id=t readonly></textarea>`, later: "t.readOnly=false", longAfter: true, calls: set("value", "#t", PATIENT), ...value("value") },
  { name: "until ARIA lets it be written", html: `<div id=t role=textbox contenteditable aria-readonly=true></div>`, later: "t.removeAttribute('aria-readonly')", calls: set("value", "#t", PATIENT), ...text("value") },
  { name: "until it is shown", html: `<input id=t style="display:none">`, later: "t.style.display=''", calls: set("value", "#t", PATIENT), ...value("value") },
  { name: "until the date may be written", html: `<input id=t type=date readonly>`, later: "t.readOnly=false", calls: set("2026-03-02", "#t", PATIENT), ...value("2026-03-02") },
  { name: "what stays read-only", html: `<input id=t readonly value=old>`, calls: set("x", "#t"), refused: "not-editable", ...value("old") },
  { name: "a form, until its last field may be written", html: `<input id=a><input id=b readonly>`, later: "b.readOnly=false", longAfter: true, calls: [["fill_form", { fields: [{ selector: "#a", value: "1" }, { selector: "#b", value: "2" }], ...PATIENT }]], sees: "[a.value,b.value]", as: ["1", "2"] },
  { name: "a form, until its last field is there", html: `<input id=a><div id=p></div>`, later: "p.innerHTML='<input id=b>'", longAfter: true, calls: [["fill_form", { fields: [{ selector: "#a", value: "1" }, { selector: "#b", value: "2" }], ...PATIENT }]], sees: "[a.value,b.value]", as: ["1", "2"] },
  { name: "a form, until its button is there", html: `<input id=a><div id=p></div>`, later: "p.innerHTML='<button onclick=\"window.sent=a.value\">Send</button>'", calls: [["fill_form", { fields: [{ selector: "#a", value: "1" }], submit: { selector: "button" }, ...PATIENT }]], sees: "sent", as: "1" },
  { name: "a form with a field that never comes", html: `<input id=a>`, calls: [["fill_form", { fields: [{ selector: "#a", value: "1" }, { selector: "#b", value: "2" }] }]], refused: "not-found", sees: "a.value", as: "" },
];


export const controlCases: ActionTables = {
  "options are chosen": lists,
  "boxes are switched": boxes,
  "fields are filled": fields,
};
