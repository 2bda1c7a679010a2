/** Data for a person's eyes: `key: value` lines, lists with dashes, nothing quoted that need not be. */
export function plainText(data: unknown, indent = ""): string {
  if (Array.isArray(data)) return data.length === 0 ? `${indent}(none)` : data.map((item) => listItem(item, indent)).join("\n");
  if (typeof data !== "object" || data === null) return `${indent}${scalar(data)}`;
  return Object.entries(data)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([key, value]) => (isFlat(value) ? `${indent}${key}: ${scalar(value)}` : `${indent}${key}:\n${plainText(value, `${indent}  `)}`))
    .join("\n");
}

const isFlat = (value: unknown) =>
  typeof value !== "object" || value === null || (Array.isArray(value) && value.every((item) => typeof item !== "object"));

function scalar(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? "(none)" : value.join(", ");
  return typeof value === "string" ? value : JSON.stringify(value);
}

function listItem(item: unknown, indent: string): string {
  return `${indent}- ${plainText(item, `${indent}  `).trimStart()}`;
}
