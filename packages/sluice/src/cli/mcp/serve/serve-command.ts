import { exitWith } from '../../exec/exit-with.ts';
import { print } from '../../print.ts';
import { usageError } from '../../usage-error.ts';
import { runServe } from './run-serve.ts';
import { parseServeOptions } from './serve-options.ts';
import { HELP, SYNOPSIS } from './usage.ts';
import { fitHelp } from '../../fit-help.ts';

/** `sluice mcp serve`; returns the exit code. */
export async function serveCommand(args: readonly string[], version: () => string): Promise<number> {
  const parsed = parseServeOptions(args);
  switch (parsed.kind) {
    case 'help':
      return print(fitHelp(HELP));
    case 'wrong':
      return usageError('sluice mcp serve', parsed.message, SYNOPSIS);
    case 'options':
      // A disconnected client is handled where it matters.
      for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
      return exitWith(await runServe(parsed.options, version()));
    default:
      return parsed satisfies never;
  }
}
