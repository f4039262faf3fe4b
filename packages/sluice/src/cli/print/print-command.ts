import { print } from '../print.ts';
import { usageError } from '../usage-error.ts';
import { leave } from './leave.ts';
import { parsePrintOptions } from './parse-print-options.ts';
import { runPrint } from './run-print.ts';
import { HELP, SYNOPSIS } from './usage.ts';
import { fitHelp } from '../fit-help.ts';

/** `sluice -p`; returns the exit code. */
export async function printCommand(args: readonly string[], version: () => string): Promise<number> {
  const parsed = parsePrintOptions(args);
  switch (parsed.kind) {
    case 'help':
      return print(fitHelp(HELP));
    case 'wrong':
      return usageError('sluice -p', parsed.message, SYNOPSIS);
    case 'options':
      // A closed reader is handled where it matters.
      for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
      return leave(await runPrint(parsed.options, version));
    default:
      return parsed satisfies never;
  }
}
