import { existsSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { PtyProgram } from './pty-program.ts';

/** Runs in the program that is measured. Flags given at its start would make V8 reject the compiled code that is shipped. */
const HOOK = `
import { renameSync, writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
const file = process.env.HEAP_REPORT;
process.on('SIGUSR2', () => {
  setFlagsFromString('--expose-gc');
  // One leaves what weak references and finished streams held.
  for (let round = 0; round < 3; round += 1) runInNewContext('gc')();
  const { heapUsed, external } = process.memoryUsage();
  writeFileSync(file + '.new', JSON.stringify({ held: heapUsed + external }));
  renameSync(file + '.new', file);
});`;

/** `NODE_OPTIONS` of a program that tells what it holds. The file of the report is named in `HEAP_REPORT`. */
export const REPORTS_HEAP = `--import=data:text/javascript,${encodeURIComponent(HOOK)}`;

/**
 * What a program holds after a collection. What is resident depends on when V8 collected last: after as much text as comes at once, tens of
 * megabytes are garbage or not from one second to the next.
 */
export async function heldMegabytes(program: PtyProgram, report: string): Promise<number> {
  rmSync(report, { force: true });
  process.kill(program.pid, 'SIGUSR2');
  while (!existsSync(report)) await delay(50);
  const { held }: { readonly held: number } = JSON.parse(readFileSync(report, 'utf8'));
  return held / 1e6;
}
