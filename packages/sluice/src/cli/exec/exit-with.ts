/**
 * Ends the program once what was written has been handed over. Not left to Node, which would wait for an input that
 * stays open, or for a tool that ignored its signal.
 */
export async function exitWith(status: number): Promise<never> {
  for (const stream of [process.stdout, process.stderr]) {
    await new Promise<void>((resolve) => void stream.write('', () => resolve()));
  }
  process.exit(status);
}
