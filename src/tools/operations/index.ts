import { cookies } from "./cookies.ts";
import { fetchTool } from "./fetch.ts";
import { listTargets, tabClose, tabOpen } from "./pages.ts";
import { storageClear, storageGet, storageList, storageRm, storageSet } from "./storage.ts";
import { wait, waitForCookie } from "./wait.ts";

export const operationTools = [
  listTargets,
  tabOpen,
  tabClose,
  cookies,
  fetchTool,
  storageGet,
  storageSet,
  storageList,
  storageRm,
  storageClear,
  wait,
  waitForCookie,
];
