/** Those that a daemon may ask a client for. */
export const askableSecrets: readonly string[] = ["DROVER_STATE_KEY"];

/** By its name: such a variable stays where it is. */
export const isSecretVariable = (name: string): boolean => /KEY|TOKEN|SECRET|PASSWORD|PASSPHRASE|CREDENTIAL/i.test(name);
