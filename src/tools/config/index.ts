import { approveActions, listApprovals } from "./approvals.ts";
import { pluginsInfo, pluginsList } from "./plugins.ts";
import { getConfig, resetConfig, setConfig } from "./configuration.ts";

export const configTools = [getConfig, setConfig, resetConfig, approveActions, listApprovals, pluginsList, pluginsInfo];
