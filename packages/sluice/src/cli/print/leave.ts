/** For what is left on its way to a reader that has been waited for already. */
const LAST_MS = 2000;

/**
 * Ends the program. Not left to Node, which would wait for an input that stays open; and not waited for without end, since a
 * reader that reads no more must not keep the program.
 */
export async function leave(status: number): Promise<never> {
  setTimeout(() => process.exit(status), LAST_MS);
  for (const stream of [process.stdout, process.stderr]) {
    await new Promise<void>((resolve) => void stream.write('', () => resolve()));
  }
  process.exit(status);
}
