import type { TraceEvent } from "./traceEvent.ts";

/** Which processes of a trace are the page's: other tabs of the browser are in it too. */
export class PageProcesses {
  readonly #ofPage = new Set<number>();
  readonly #frames = new Set<string>();
  readonly #mainThreads = new Set<string>();
  #threadsKnown = false;

  add({ name, pid, tid, args }: TraceEvent): void {
    if (name === "thread_name") {
      this.#threadsKnown = true;
      if (args?.name === "CrRendererMain") this.#mainThreads.add(`${pid} ${tid}`);
    } else if (name === "TracingStartedInBrowser") {
      const frames = args?.data?.["frames"];
      if (Array.isArray(frames)) for (const frame of frames) this.#addFrame(frame);
    } else if (name === "FrameCommittedInBrowser") this.#addFrame(args?.data);
  }

  /** Whether a process is the page's; every one is in a trace that does not tell. */
  filter(): (pid: number | undefined) => boolean {
    if (this.#ofPage.size === 0) return () => true;
    return (pid) => pid !== undefined && this.#ofPage.has(pid);
  }

  isMainThread(pid: number | undefined, tid: number | undefined): boolean {
    return !this.#threadsKnown || this.#mainThreads.has(`${pid} ${tid}`);
  }

  /** Frames of other tabs are told too, except at the start: a frame counts when it was there then, or its parent counts. */
  #addFrame(frame: unknown): void {
    const { frame: id, parent, processId } = frame as { frame?: string; parent?: string; processId?: number };
    if (id === undefined || processId === undefined) return;
    if (this.#frames.size > 0 && !this.#frames.has(id) && (parent === undefined || !this.#frames.has(parent))) return;
    this.#frames.add(id);
    this.#ofPage.add(processId);
  }
}
