/** Numbers as people read them. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const minutes = Math.floor(Math.round(ms / 1000) / 60);
  if (minutes < 60) return `${minutes} min ${Math.round(ms / 1000) % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** The time of day, to the second. */
export function clock(ts: number): string {
  const date = new Date(ts);
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => String(part).padStart(2, "0")).join(":");
}

export function ago(ts: number, now: number): string {
  const seconds = Math.max(0, Math.round((now - ts) / 1000));
  if (seconds < 5) return "now";
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  return seconds < 86_400 ? `${Math.floor(seconds / 3600)} h ago` : `${Math.floor(seconds / 86_400)} d ago`;
}

export const count = (many: number, one: string, more = `${one}s`): string => `${many} ${many === 1 ? one : more}`;

/** An address without what every address has. */
export const shortAddress = (url: string): string => url.replace(/^https?:\/\/(www\.)?/, "").replace(/\/$/, "");

/** What a call was about, without the name of the argument. */
export const subjectWords = (subject: string): string => shortAddress(subject.replace(/^\w+=/, ""));

/** A tool's name as words. */
export const toolWords = (tool: string): string => tool.replaceAll("_", " ");
