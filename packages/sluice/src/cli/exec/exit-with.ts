/**
 * Exits once all output has been handed over. Node alone would wait for an input that stays open, or for a tool that ignored its signal.
 */
export async function exitWith(status: number): Promise<never> {
  for (const stream of [process.stdout, process.stderr]) {
    await new Promise<void>((resolve) => void stream.write('', () => resolve()));
  }
  process.exit(status);
}
