/** `PASSWORD_ACME_CORP` of "acme-corp". */
export const aliasFor = (what: "PASSWORD" | "TOTP", account: string): string => `${what}_${account.toUpperCase().replaceAll(/[^A-Z0-9]+/g, "_").replaceAll(/^_+|_+$/g, "") || "ACCOUNT"}`;
