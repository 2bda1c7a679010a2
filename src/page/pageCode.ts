/** The entry of the page bundle: puts one callable into the isolated world's global. */
import { PAGE_CODE_GLOBAL, type PageApi, type PageCall } from "./api.ts";
import { enterShadowRoot } from "./see/documentTree.ts";
import { PageRefusal } from "./pageRefusal.ts";
import { elementOfRef } from "./see/elements.ts";
import type { RefGrant } from "./see/api.ts";
import { askListenersBy } from "./see/listening.ts";
import { forgetReadings } from "./see/perTask.ts";
import { see } from "./see/index.ts";
import { act } from "./act/index.ts";
import { permissionStates } from "./asks/permissionStates.ts";
import { tellAsker } from "./asks/tellAsker.ts";
import { canvas } from "./canvas/index.ts";
import { capture } from "./capture/index.ts";
import { measure } from "./measure/index.ts";
import { readDocument } from "./reading/readDocument.ts";
import { state } from "./state/index.ts";
import { fileInputNamed, nameFileInput } from "./state/longText.ts";

const api: PageApi = { ...see, ...act, ...state, ...measure, ...capture, ...canvas, readDocument, tellAsker, permissionStates };

const call: PageCall = async (name, argJson) => {
  try {
    const fn = api[name as keyof PageApi] as ((arg: unknown) => unknown) | undefined;
    if (!fn) throw new PageRefusal("internal", `the page code has no "${name}"`);
    const arg = JSON.parse(argJson) as Partial<RefGrant> | null;
    forgetReadings();
    if (arg?.listenersKey) askListenersBy(arg.listenersKey);
    const value = await fn(arg);
    return JSON.stringify({ value });
  } catch (thrown) {
    return JSON.stringify({ error: PageRefusal.from(thrown) });
  }
};

// Engines that hand an element itself to the protocol (file inputs, node ids) ask for it by ref; what only they can get at they hand in.
Object.assign(call, { element: (ref: string) => fileInputNamed(ref) ?? elementOfRef(ref), enter: enterShadowRoot, chosen: nameFileInput });
Object.defineProperty(globalThis, PAGE_CODE_GLOBAL, { value: call, configurable: true });
