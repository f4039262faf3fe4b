import { print } from '../cli/print.ts';
import { usageError } from '../cli/usage-error.ts';
import { parseExecOptions } from './exec-options.ts';
import { runExec } from './run-exec.ts';
import { HELP, SYNOPSIS } from './usage.ts';

/** `sluice exec`; answers with the exit status. */
export async function execCommand(args: readonly string[]): Promise<number> {
  const parsed = parseExecOptions(args);
  switch (parsed.kind) {
    case 'help':
      print(HELP);
      return 0;
    case 'wrong':
      return usageError('sluice exec', parsed.message, SYNOPSIS);
    case 'options':
      return runExec(parsed.options);
    default:
      return parsed satisfies never;
  }
}
