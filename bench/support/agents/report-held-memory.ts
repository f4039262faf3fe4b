/** Loaded into a measured program: answers each message of its parent with the bytes that it holds once what it needs no more is gone. */
const { gc } = globalThis;

async function report(): Promise<void> {
  for (let round = 0; round < 4; round += 1) {
    gc?.();
    // What was released by a callback goes with the next collection.
    // oxlint-disable-next-line no-await-in-loop
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { heapUsed, external } = process.memoryUsage();
  process.send?.(gc === undefined ? Number.NaN : heapUsed + external);
}

process.on('message', () => void report());
process.channel?.unref();
