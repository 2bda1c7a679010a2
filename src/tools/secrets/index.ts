import { getCredential } from "./getCredential.ts";
import { getTotp } from "./getTotp.ts";
import { listSecrets } from "./listSecrets.ts";
import { logIn } from "./logIn.ts";
import { registerSecret } from "./registerSecret.ts";
import { solveCaptcha } from "./solveCaptcha.ts";

export const secretTools = [registerSecret, listSecrets, getTotp, getCredential, logIn, solveCaptcha];
