import type { Duplex } from "node:stream";

/** The next `size` bytes of a stream that nobody else reads; what follows them stays in it. Undefined when it ends before. */
export async function readExactly(stream: Duplex, size: number): Promise<Buffer | undefined> {
  const bytes = size === 0 ? Buffer.alloc(0) : await next(stream, () => stream.read(size));
  return bytes?.length === size ? bytes : undefined;
}

/** Whatever comes first. */
export const readSome = (stream: Duplex): Promise<Buffer | undefined> => next(stream, () => stream.read());

async function next(stream: Duplex, read: () => Buffer | null): Promise<Buffer | undefined> {
  for (;;) {
    const chunk = read();
    if (chunk) return chunk;
    if (stream.readableEnded || stream.destroyed) return undefined;
    await readableOrOver(stream);
  }
}

function readableOrOver(stream: Duplex): Promise<void> {
  return new Promise((resolve) => {
    const over = (): void => {
      stream.off("readable", over).off("end", over).off("close", over).off("error", over);
      resolve();
    };
    stream.on("readable", over).on("end", over).on("close", over).on("error", over);
  });
}
