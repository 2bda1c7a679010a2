import { deviceRequests } from "./deviceRequests.ts";
import { emulateBluetooth, emulateHid, emulateUsb } from "./emulate.ts";

export const deviceTools = [emulateBluetooth, emulateUsb, emulateHid, deviceRequests];
