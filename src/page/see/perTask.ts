/** What is read off the whole document, once in each task however often it is asked for. */
const forgetters: (() => void)[] = [];
const { port1, port2 } = new MessageChannel();
port2.onmessage = forgetReadings;

/** A call may come before the message that ends the task of the one before it. */
export function forgetReadings(): void {
  for (const forget of forgetters.splice(0)) forget();
}

export function perTask<T>(read: () => T): () => T {
  let reading: { value: T } | undefined;
  return () => {
    if (!reading) {
      reading = { value: read() };
      if (forgetters.push(() => (reading = undefined)) === 1) port1.postMessage(null);
    }
    return reading.value;
  };
}
