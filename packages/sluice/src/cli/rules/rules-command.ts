import { print } from '../print.ts';
import { unknownCommand } from '../unknown-command.ts';
import { usageError } from '../usage-error.ts';
import { addCommand } from './change/add-command.ts';
import { removeCommand } from './change/remove-command.ts';
import { checkCommand } from './check/check-command.ts';
import { testCommand } from './expectation/test-command.ts';
import { listCommand } from './list/list-command.ts';
import { trustCommand } from './trust/trust-command.ts';
import { untrustCommand } from './trust/untrust-command.ts';
import { HELP, SYNOPSIS } from './usage.ts';
import { fitHelp } from '../fit-help.ts';
import { refusedInCall } from '../rights/refused-in-call.ts';

const COMMANDS: ReadonlyMap<string, (args: readonly string[]) => Promise<number>> = new Map([
  ['list', listCommand],
  ['check', checkCommand],
  ['test', testCommand],
  ['add', addCommand],
  ['remove', removeCommand],
  ['trust', trustCommand],
  ['untrust', untrustCommand],
]);

/** `sluice rules`; returns the exit code. */
export async function rulesCommand(args: readonly string[]): Promise<number> {
  const [name, ...rest] = args;
  const all = [name, ...rest.slice(0, rest.includes('--') ? rest.indexOf('--') : undefined)];
  if (all.includes('--help') || all.includes('-h')) return print(fitHelp(HELP));
  const names = [...COMMANDS.keys()];
  if (name === undefined) return usageError('sluice rules', `pass a command: ${names.join(', ')}`, SYNOPSIS);
  const command = COMMANDS.get(name);
  if (command !== undefined) return refusedInCall(['rules', ...args]) ?? command(rest);
  return usageError('sluice rules', unknownCommand(name, names), SYNOPSIS);
}
