import { chooseOption } from "./chooseOption.ts";
import { click } from "./click.ts";
import { doubleClick } from "./doubleClick.ts";
import { dropFiles } from "./dropFiles.ts";
import { fill } from "./fill.ts";
import { fillForm } from "./fillForm.ts";
import { hover } from "./hover.ts";
import { press } from "./press.ts";
import { select } from "./select.ts";
import { shortcut } from "./shortcut.ts";
import { type } from "./type.ts";
import { uploadFile } from "./uploadFile.ts";

export const actTools = [click, doubleClick, fill, fillForm, press, type, shortcut, hover, select, chooseOption, uploadFile, dropFiles];
