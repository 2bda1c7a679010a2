import { extensionsInstall, extensionsReload } from "./install.ts";
import { extensionsList, extensionsUninstall } from "./list.ts";
import { extensionsTrigger } from "./trigger.ts";

export const extensionTools = [extensionsInstall, extensionsList, extensionsReload, extensionsTrigger, extensionsUninstall];
