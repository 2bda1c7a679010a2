/** What a method of the library takes and gives, whatever the tool: the generated types are written with these. */

/** What every method of a session takes besides the tool's own arguments. */
export interface Common {
  /** Which page: its id, or a part of its address or title. Default: the active one. */
  page?: string;
  /** How long the call may take, in milliseconds. */
  timeoutMs?: number;
}

/** How a call is made, whatever the tool. */
export interface CallOptions {
  /** Cancels the call in the daemon too. */
  signal?: AbortSignal;
  /** Hears of steps that take a while. */
  onProgress?: (message: string, done?: number, total?: number) => void;
}

export interface Picture {
  mimeType: string;
  data: Buffer;
}

/** A tool's answer, with the pictures it made beside it. */
export type Result<T> = T & { readonly images?: readonly Picture[] };
