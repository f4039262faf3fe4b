import { print } from '../print.ts';
import { usageError } from '../usage-error.ts';
import { parseExecOptions } from './exec-options.ts';
import { exitWith } from './exit-with.ts';
import { runExec } from './run-exec.ts';
import { HELP, SYNOPSIS } from './usage.ts';
import { fitHelp } from '../fit-help.ts';

/** `sluice exec`; returns the exit code. */
export async function execCommand(args: readonly string[]): Promise<number> {
  const parsed = parseExecOptions(args);
  switch (parsed.kind) {
    case 'help':
      return print(fitHelp(HELP));
    case 'wrong':
      return usageError('sluice exec', parsed.message, SYNOPSIS);
    case 'options':
      // A reader that has gone away is handled where it matters.
      for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
      return exitWith(await runExec(parsed.options));
    default:
      return parsed satisfies never;
  }
}
