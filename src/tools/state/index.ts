import { artifactGet, artifactList, artifactSave } from "./artifacts.ts";
import { authDelete, authList, authLoad, authSave } from "./auth.ts";
import { dumpStorageState, injectStorageState } from "./bulk.ts";

export const stateTools = [
  dumpStorageState,
  injectStorageState,
  authSave,
  authLoad,
  authList,
  authDelete,
  artifactSave,
  artifactGet,
  artifactList,
];
