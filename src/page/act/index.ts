import type { ActApi } from "./api.ts";
import { begin, endAction, noMoreInput } from "./begin.ts";
import { diffDom, noteDom } from "./domDiff.ts";
import { dropFiles, fileCount, fileInput, setFileContents } from "./files.ts";
import { checkFill, fill, fillAll, focus, takesText } from "./fill.ts";
import { finish } from "./finish.ts";
import { noteFields, probeFields } from "./formFields.ts";
import { frameAt } from "./frameAt.ts";
import { hearKeys, keysHeard, listenForKeys } from "./keys.ts";
import { findOption, isExpanded } from "./options.ts";
import { scroll } from "./scroll.ts";
import { selectOptions } from "./select.ts";
import { waitFor } from "./waitFor.ts";

export const act: ActApi = {
  begin,
  finish,
  noMoreInput,
  endAction,
  focus,
  takesText,
  fill,
  fillAll,
  checkFill,
  selectOptions,
  scroll,
  waitFor,
  frameAt,
  noteFields,
  probeFields,
  isExpanded,
  findOption,
  listenForKeys,
  hearKeys,
  keysHeard,
  fileInput,
  setFileContents,
  fileCount,
  dropFiles,
  noteDom,
  diffDom,
};
