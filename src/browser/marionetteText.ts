/** A command of Firefox's Marionette: JSON with its length in front. */
export function marionetteText(id: number, command: string, parameters: Record<string, unknown> = {}): string {
  const text = JSON.stringify([0, id, command, parameters]);
  return `${Buffer.byteLength(text)}:${text}`;
}
