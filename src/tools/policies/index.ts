import { fsPickerRespond } from "./fsPickerRespond.ts";
import { permissionState } from "./permissionState.ts";
import { setDialogPolicy } from "./setDialogPolicy.ts";
import { setFsPickerPolicy } from "./setFsPickerPolicy.ts";
import { setNotificationPolicy } from "./setNotificationPolicy.ts";
import { setPermissionPolicy } from "./setPermissionPolicy.ts";

export const policyTools = [setDialogPolicy, setPermissionPolicy, permissionState, setNotificationPolicy, setFsPickerPolicy, fsPickerRespond];
