/** Those that a daemon may ask a client for. */
export const askableSecrets: readonly string[] = ["DROVER_STATE_KEY", "DROVER_OATHTOOL_SEEDS", "DROVER_KEEPASSXC_PASSWORD", "DROVER_CAPTCHA_API_KEY", "BW_SESSION", "OP_SERVICE_ACCOUNT_TOKEN"];

/** Names and places of what is secret, and not it. */
const harmless = new Set(["DROVER_CREDENTIALS_PROVIDER", "DROVER_KEEPASSXC_KEY_FILE", "DROVER_1PASSWORD_BIN"]);

/** By its name: such a variable stays where it is. */
export const isSecretVariable = (name: string): boolean => /KEY|TOKEN|SECRET|PASSWORD|PASSPHRASE|CREDENTIAL|SEED/i.test(name) && !harmless.has(name);
