import { setDialogPolicy } from "./setDialogPolicy.ts";

export const policyTools = [setDialogPolicy];
