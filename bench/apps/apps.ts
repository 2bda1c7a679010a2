import type { Field, Target } from "../drivers/driver.ts";
import type { IdealAgent, IsDone } from "../parts/idealAgent.ts";

/** A job in an application: how an agent does it, and how to know that it was done. */
export interface App {
  name: string;
  /** Which path of the server it is at; absent where the application serves itself. */
  path?: string;
  page?: string;
  job(agent: IdealAgent, url: string, isDone: IsDone): Promise<void>;
  /** An expression that is true in the page when the job is done; absent where the application's server knows. */
  done?: string;
}

const on = (role: string, name: string): Target => ({ selector: "", role, name });
const field = (name: string, value: string, role = "textbox"): Field => ({ selector: "", role, name, value });

const codeEditor: App = {
  name: "code editor (monaco)",
  path: "/monaco",
  page: `<!doctype html><title>Code</title><div id=editor style="height:400px"></div><button id=run>Run</button><p id=status role=status></p>
<script src="/npm/monaco-editor/min/vs/loader.js"></script><script>
require.config({ paths: { vs: "/npm/monaco-editor/min/vs" } });
require(["vs/editor/editor.main"], () => {
  const editor = monaco.editor.create(document.querySelector("#editor"), { value: "let answer = 41;\\nconsole.log(answer);", language: "javascript", ariaLabel: "Source" });
  document.querySelector("#run").onclick = () => { document.querySelector("#status").textContent = "Ran: " + editor.getValue(); };
});</script>`,
  job: async (agent, url, isDone) => {
    await agent.open(url);
    const run = async (): Promise<void> => {
      await agent.click(on("button", "Run"));
      await agent.verify("Ran: const answer = 42;");
    };
    const replace = async (): Promise<void> => {
      await agent.press("Control+a");
      await agent.type("const answer = 42;");
      await run();
    };
    await agent.first(isDone, [
      async () => {
        await agent.enter([field("Source", "const answer = 42;")]);
        await run();
      },
      async () => {
        await agent.click(on("textbox", "Source"), on("generic", "let answer = 41;"));
        await replace();
      },
      async () => {
        await agent.press("Tab");
        await replace();
      },
    ]);
  },
  done: `document.querySelector("#status").textContent === "Ran: const answer = 42;"`,
};

const virtualGrid: App = {
  name: "virtual grid (ag-grid)",
  path: "/grid",
  page: `<!doctype html><title>Orders</title><label>Filter <input id=filter></label><div id=grid style="height:500px;width:900px"></div><p id=status role=status></p>
<script src="/npm/ag-grid-community/dist/ag-grid-community.min.js"></script><script>
const rowData = Array.from({ length: 1000 }, (_, n) => ({ order: "Order " + n, customer: "Harbour " + n, price: 10 + n }));
const grid = agGrid.createGrid(document.querySelector("#grid"), {
  columnDefs: [{ field: "order" }, { field: "customer" }, { field: "price", editable: true }], rowData,
  onCellValueChanged: ({ data }) => { document.querySelector("#status").textContent = data.order + " now costs " + data.price; },
});
document.querySelector("#filter").oninput = ({ target }) => grid.setGridOption("quickFilterText", target.value);</script>`,
  job: async (agent, url) => {
    await agent.open(url);
    await agent.enter([field("Filter", "Harbour 737")]);
    await agent.doubleClick(on("gridcell", "747"));
    await agent.press("Control+a");
    await agent.type("99", on("textbox", "Input Editor"), on("spinbutton", "Input Editor"));
    await agent.press("Enter");
    await agent.verify("Order 737 now costs 99");
  },
  done: `document.querySelector("#status").textContent === "Order 737 now costs 99"`,
};

const richText: App = {
  name: "rich-text editor (quill)",
  path: "/quill",
  page: `<!doctype html><title>Letter</title><link rel=stylesheet href="/npm/quill/dist/quill.snow.css"><div id=editor><p>Dear nobody</p></div><button id=send>Send</button><p id=status role=status></p>
<script src="/npm/quill/dist/quill.js"></script><script>
const quill = new Quill("#editor", { theme: "snow", modules: { toolbar: [["bold", "italic"], [{ list: "ordered" }]] } });
quill.root.setAttribute("role", "textbox"); quill.root.setAttribute("aria-label", "Letter");
document.querySelector("#send").onclick = () => { document.querySelector("#status").textContent = "Sent: " + quill.root.innerHTML; };</script>`,
  job: async (agent, url) => {
    await agent.open(url);
    await agent.click(on("textbox", "Letter"));
    await agent.press("Control+a");
    await agent.type("Dear Ada", on("textbox", "Letter"));
    await agent.press("Control+a");
    await agent.click(on("button", "bold"));
    await agent.click(on("button", "Send"));
    await agent.verify("Sent: <p><strong>Dear Ada</strong></p>");
  },
  done: `document.querySelector("#status").textContent === "Sent: <p><strong>Dear Ada</strong></p>"`,
};

const shadowComponents: App = {
  name: "components in shadow DOM (shoelace)",
  path: "/shoelace",
  page: `<!doctype html><title>Delivery</title><link rel=stylesheet href="/npm/@shoelace-style/shoelace/cdn/themes/light.css"><script type=module src="/npm/@shoelace-style/shoelace/cdn/shoelace.js"></script>
<sl-input id=name label="Recipient"></sl-input><sl-select id=speed label="Speed"><sl-option value=slow>By mule</sl-option><sl-option value=fast>Express</sl-option></sl-select>
<sl-checkbox id=gift>Gift wrap</sl-checkbox><sl-button id=save>Save delivery</sl-button><p id=status role=status></p>
<script>document.querySelector("#save").onclick = () => { document.querySelector("#status").textContent = ["Saved", document.querySelector("#name").value, document.querySelector("#speed").value, document.querySelector("#gift").checked].join(" "); };</script>`,
  job: async (agent, url) => {
    await agent.open(url);
    await agent.enter([field("Recipient", "Ada")]);
    await agent.click(on("combobox", "Speed"));
    await agent.click(on("option", "Express"));
    await agent.click(on("checkbox", "Gift wrap"), on("generic", "Gift wrap"));
    await agent.click(on("button", "Save delivery"));
    await agent.verify("Saved Ada fast true");
  },
  done: `document.querySelector("#status").textContent === "Saved Ada fast true"`,
};

const canvas: App = {
  name: "canvas (konva)",
  path: "/konva",
  page: `<!doctype html><title>Board</title><button id=rect>Rectangle</button><button id=circle>Circle</button><button id=undo>Undo</button>
<div id=board role=application aria-label="Drawing board" style="width:600px;height:300px"></div><p id=status role=status>0 shapes</p><script src="/npm/konva/konva.min.js"></script><script>
const stage = new Konva.Stage({ container: "board", width: 600, height: 300 }); const layer = new Konva.Layer(); stage.add(layer); let kind = "Rect";
const say = () => { document.querySelector("#status").textContent = layer.children.map((shape) => shape.className).join(" and ") + " of " + layer.children.length + " shapes"; };
document.querySelector("#rect").onclick = () => { kind = "Rect"; }; document.querySelector("#circle").onclick = () => { kind = "Circle"; };
document.querySelector("#undo").onclick = () => { layer.children.at(-1)?.destroy(); say(); };
stage.on("click", () => { const { x, y } = stage.getPointerPosition(); layer.add(new Konva[kind]({ x, y, width: 40, height: 40, radius: 20, fill: "teal" })); say(); });</script>`,
  job: async (agent, url, isDone) => {
    await agent.open(url);
    const draw = async (board: () => Promise<void>): Promise<void> => {
      await board();
      await agent.click(on("button", "Undo"));
      await agent.click(on("button", "Circle"));
      await board();
      await agent.verify("Circle of 1 shapes");
    };
    const centre = `(() => { const { x, y, width, height } = document.querySelector("canvas").getBoundingClientRect(); return [x + width / 2, y + height / 2].map(Math.round).join(); })()`;
    await agent.first(isDone, [() => draw(() => agent.click(on("application", "Drawing board"))), () => draw(() => agent.clickAt(centre))]);
  },
  done: `document.querySelector("#status").textContent === "Circle of 1 shapes"`,
};

export const FLOW_NAME = "Deliveries";

const flowEditor: App = {
  name: "flow editor (node-red)",
  job: async (agent, url) => {
    await agent.open(url);
    await agent.wait("Flow 1");
    await agent.doubleClick(...["tab", "link", "generic", "listitem"].map((role) => on(role, "Flow 1")));
    await agent.enter([field("Name", FLOW_NAME)]);
    await agent.click(on("button", "Done"));
    await agent.click(...["button", "link"].map((role) => on(role, "Deploy")));
    await agent.verify("Successfully deployed");
  },
};

export const apps: readonly App[] = [flowEditor, codeEditor, virtualGrid, richText, shadowComponents, canvas];
