import { singly } from "../shelf.ts";

export const actShelf = singly({
  click: async () => (await import("./click.ts")).click,
  double_click: async () => (await import("./doubleClick.ts")).doubleClick,
  fill: async () => (await import("./fill.ts")).fill,
  fill_form: async () => (await import("./fillForm.ts")).fillForm,
  press: async () => (await import("./press.ts")).press,
  type: async () => (await import("./type.ts")).type,
  shortcut: async () => (await import("./shortcut.ts")).shortcut,
  hover: async () => (await import("./hover.ts")).hover,
  select: async () => (await import("./select.ts")).select,
  choose_option: async () => (await import("./chooseOption.ts")).chooseOption,
  upload_file: async () => (await import("./uploadFile.ts")).uploadFile,
  drop_files: async () => (await import("./dropFiles.ts")).dropFiles,
});
