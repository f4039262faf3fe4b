import { print } from '../print.ts';
import { unknownCommand } from '../unknown-command.ts';
import { usageError } from '../usage-error.ts';
import { listCommand } from './list/list-command.ts';
import { testCommand } from './try/test-command.ts';
import { HELP, SYNOPSIS } from './usage.ts';
import { fitHelp } from '../fit-help.ts';

const COMMANDS: ReadonlyMap<string, (args: readonly string[]) => Promise<number>> = new Map([
  ['list', listCommand],
  ['test', testCommand],
]);

/** `sluice hooks`; returns the exit code. */
export async function hooksCommand(args: readonly string[]): Promise<number> {
  const [name, ...rest] = args;
  if (args.includes('--help') || args.includes('-h')) return print(fitHelp(HELP));
  const names = [...COMMANDS.keys()];
  const wrong = (message: string): number => usageError('sluice hooks', message, SYNOPSIS);
  if (name === undefined) return wrong(`pass a command: ${names.join(', ')}`);
  const command = COMMANDS.get(name);
  if (command !== undefined) return command(rest);
  // Hooks and rules are in the same files, so their problems are reported together.
  if (name === 'check') return wrong('run sluice rules check to check hooks for problems');
  return wrong(unknownCommand(name, names));
}
