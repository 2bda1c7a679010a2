/** Editors that people really use, from their packages: what they hold can be read, replaced and added to. */
import path from "node:path";
import { build } from "esbuild";
import { expect } from "vitest";
import { page } from "./support/page.ts";
import { test } from "./support/session.ts";

/** Each sets `held.<name>`, what the editor itself says it holds. */
const source = `
import { EditorView, basicSetup } from "codemirror";
import ace from "ace-code";
import { EditorState } from "prosemirror-state";
import { EditorView as ProseView } from "prosemirror-view";
import { schema } from "prosemirror-schema-basic";
import { keymap } from "prosemirror-keymap";
import { baseKeymap } from "prosemirror-commands";
import { createEditor, $getRoot, $createParagraphNode, $createTextNode } from "lexical";
import { registerRichText } from "@lexical/rich-text";
import Quill from "quill";
import tinymce from "tinymce/tinymce";
import "tinymce/models/dom/model";
import "tinymce/themes/silver/theme";
import "tinymce/icons/default/icons";
import "tinymce/skins/ui/oxide/skin";
import "tinymce/skins/ui/oxide/content";
import "tinymce/skins/content/default/content";
const held = (window.held = {});
const place = (name) => document.getElementById(name);
const [first, second] = ["first words", "second line"];

const codeMirror = new EditorView({ doc: "codemirror " + first + "\\n" + second, extensions: [basicSetup], parent: place("codemirror") });
held.codemirror = () => codeMirror.state.doc.toString();

const aceEditor = ace.edit(place("ace"));
aceEditor.setValue("ace " + first + "\\n" + second, -1);
held.ace = () => aceEditor.getValue();

const paragraph = (text) => schema.node("paragraph", null, [schema.text(text)]);
const prose = new ProseView(place("prosemirror"), { state: EditorState.create({ schema, doc: schema.node("doc", null, [paragraph("prosemirror " + first), paragraph(second)]), plugins: [keymap(baseKeymap)] }) });
held.prosemirror = () => prose.state.doc.textBetween(0, prose.state.doc.content.size, "\\n");

const lexical = createEditor({ namespace: "test", onError: (error) => { throw error; } });
lexical.setRootElement(place("lexical"));
registerRichText(lexical);
lexical.update(() => { for (const text of ["lexical " + first, second]) $getRoot().append($createParagraphNode().append($createTextNode(text))); }, { discrete: true });
held.lexical = () => lexical.read(() => $getRoot().getChildren().map((child) => child.getTextContent()).join("\\n"));

const quill = new Quill(place("quill"));
quill.setText("quill " + first + "\\n" + second + "\\n");
held.quill = () => quill.getText().trimEnd();

tinymce.init({ target: place("tinymce"), license_key: "gpl", promotion: false, height: 250, });
held.tinymce = () => tinymce.activeEditor.getContent({ format: "text" }).replace(/\\u00a0/g, " ");
`;

const body = page(
  `<div id=codemirror></div><div id=ace style="height:80px"></div><div id=prosemirror></div><div id=lexical contenteditable></div><div id=quill></div>
  <textarea id=tinymce><p>tinymce first words</p><p>second line</p></textarea><script src=/editors.js></script>`,
  "<style>.ProseMirror, .ql-editor { white-space: pre-wrap }</style>",
);

test("editors of code and rich text are read, found, filled and typed into", async ({ session, server }) => {
  const { outputFiles } = await build({ stdin: { contents: source, resolveDir: path.resolve(import.meta.dirname, "../..") }, bundle: true, write: false, format: "iife", minify: true, logLevel: "error" });
  server.route("/editors.js", (_, response) => response.setHeader("content-type", "text/javascript").end(outputFiles[0]?.text));
  await session.call("navigate", { url: server.html("/editors", body), mode: "none" });
  expect(await session.call("wait_for", { selector: "iframe.tox-edit-area__iframe" })).toMatchObject({ ok: true });

  const { tree } = await session.call("snapshot");
  const { value: names } = await session.call("eval_js", { expr: "Object.keys(held)" });
  expect((names as string[]).filter((name) => !new RegExp(`${name} first words.{1,3}second line`).test(tree))).toEqual([]);

  const text = "function sum(a, b) {\n    return [a + b];\n  }";
  for (const name of names as string[]) {
    const { candidates } = await session.call("find", { query: `${name} first words` });
    expect(candidates[0]?.ref, name).toBeDefined();
    const target = name === "tinymce" ? { ref: /body .*?\[ref=(\w+)\]/.exec(tree)?.[1] } : { selector: `#${name}` };
    const held = async () => (await session.call("eval_js", { expr: `held.${name}()` })).value;
    expect(await session.call("fill", { ...target, value: text, mode: "none" }), name).toMatchObject({ ok: true });
    expect(await held(), `${name} filled`).toBe(text);
    await session.call("eval_js", { expr: "document.activeElement.blur()" });
    expect(await session.call("type", { ...target, text: " // end", mode: "none" }), name).toMatchObject({ ok: true });
    expect(await held(), `${name} typed`).toBe(`${text} // end`);
    expect(await session.call("fill", { ...target, value: "one", mode: "none" }), name).toMatchObject({ ok: true });
    expect(await held(), `${name} one line`).toBe("one");
  }
});
