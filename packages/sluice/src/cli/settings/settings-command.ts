import { print } from '../print.ts';
import { unknownCommand } from '../unknown-command.ts';
import { usageError } from '../usage-error.ts';
import { pathCommand } from './path/path-command.ts';
import { showCommand } from './show/show-command.ts';
import { HELP, SYNOPSIS } from './usage.ts';
import { fitHelp } from '../fit-help.ts';

const COMMANDS: ReadonlyMap<string, (args: readonly string[]) => Promise<number>> = new Map([
  ['show', showCommand],
  ['path', pathCommand],
]);

/** `sluice settings`; returns the exit code. */
export async function settingsCommand(args: readonly string[]): Promise<number> {
  const [name, ...rest] = args;
  if (args.includes('--help') || args.includes('-h')) return print(fitHelp(HELP));
  const names = [...COMMANDS.keys()];
  const wrong = (message: string): number => usageError('sluice settings', message, SYNOPSIS);
  if (name === undefined) return wrong(`pass a command: ${names.join(', ')}`);
  const command = COMMANDS.get(name);
  if (command !== undefined) return command(rest);
  // Users look for it here, and it reports on rules and all other keys together.
  if (name === 'check') return wrong('run sluice rules check to check settings files for problems');
  return wrong(unknownCommand(name, names));
}
