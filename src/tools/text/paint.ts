const codes = { dim: 2, bold: 1, red: 31, green: 32, yellow: 33, blue: 34, magenta: 35, cyan: 36 } as const;

export type Paint = keyof typeof codes;

/** Colour for terminals; plain text when `on` is false. */
export const paint = (text: string, color: Paint, on: boolean): string => (on ? `\u001b[${codes[color]}m${text}\u001b[0m` : text);
