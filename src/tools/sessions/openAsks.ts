import { permissionNames, pickerApis } from "../../session/asks/askPolicy.ts";
import type { AskMode } from "../../page/asks/api.ts";
import type { SessionContext } from "../context.ts";
import { readPolicyOption, requireKnown, warnAttached } from "../policies/askInput.ts";
import { applyFsPickerPolicy } from "../policies/setFsPickerPolicy.ts";
import { NOTIFIES_IN_ATTACHED } from "../policies/setNotificationPolicy.ts";
import { applyPermissionPolicy } from "../policies/setPermissionPolicy.ts";

interface GivenAsks {
  permissionPolicy: string | Record<string, unknown> | undefined;
  fsPickerPolicy: string | Record<string, unknown> | undefined;
  notificationPolicy: AskMode | { mode: AskMode } | undefined;
}

/** Reads the policies that a session is opened with; what is returned sets them, before it has been anywhere. */
export function readAsks({ permissionPolicy, notificationPolicy, fsPickerPolicy }: GivenAsks): (opened: Pick<SessionContext, "session" | "warn" | "files">) => Promise<void> {
  const permissions = permissionPolicy === undefined ? undefined : readPolicyOption(permissionPolicy, "perPermission");
  if (permissions) requireKnown("permission", Object.keys(permissions.exceptions), permissionNames);
  const pickers = fsPickerPolicy === undefined ? undefined : readPolicyOption(fsPickerPolicy, "perAPI");
  if (pickers) requireKnown("picker", Object.keys(pickers.exceptions), pickerApis);
  const notifications = typeof notificationPolicy === "object" ? notificationPolicy.mode : notificationPolicy;
  return async (opened) => {
    if (permissions) await applyPermissionPolicy(opened, { mode: permissions.mode, perPermission: permissions.exceptions });
    if (pickers) await applyFsPickerPolicy(opened, { mode: pickers.mode, perAPI: pickers.exceptions });
    if (notifications === undefined) return;
    await opened.session.parts.notifications.setMode(notifications);
    warnAttached(opened, NOTIFIES_IN_ATTACHED);
  };
}
