/** Milliseconds for output still in transit to a reader that was already waited for. */
const LAST_MS = 2000;

/**
 * Ends the program. Node alone would wait for an input that stays open; and a reader that has stopped reading must not
 * keep the program running.
 */
export async function leave(status: number): Promise<never> {
  setTimeout(() => process.exit(status), LAST_MS);
  for (const stream of [process.stdout, process.stderr]) {
    await new Promise<void>((resolve) => void stream.write('', () => resolve()));
  }
  process.exit(status);
}
