import { listSecrets } from "./listSecrets.ts";
import { registerSecret } from "./registerSecret.ts";

export const secretTools = [registerSecret, listSecrets];
