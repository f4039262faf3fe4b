import { createInterface } from 'node:readline/promises';

/** Asks the user at the terminal for a yes or no; undefined: there is no terminal. */
export async function askPerson(question: string): Promise<boolean | undefined> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined;
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const { promise: isOver, resolve: end } = Promise.withResolvers<string>();
  lines.once('close', () => end(''));
  const answer = await Promise.race([lines.question(`${question} [y/N] `), isOver]);
  lines.close();
  return /^y(es)?$/i.test(answer.trim());
}
