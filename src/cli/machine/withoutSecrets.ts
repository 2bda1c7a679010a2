const secretName = /secret|token|password|passphrase|credential|authorization|cookie|api.?key|private.?key|encryption.?key/i;

/** A configuration with what is named like a secret left out, however deep it lies. */
export function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, secretName.test(key) ? "…" : withoutSecrets(item)]));
}
