import { navigate } from "./navigate.ts";

export const navigateTools = [navigate];
