import { print } from '../print.ts';
import { unknownCommand } from '../unknown-command.ts';
import { usageError } from '../usage-error.ts';
import { HELP, SYNOPSIS } from './usage.ts';

type Command = (args: readonly string[], version: () => string) => Promise<number>;

/** Each is loaded when it is run: none of them needs what another does. */
const COMMANDS: ReadonlyMap<string, () => Promise<Command>> = new Map([
  ['serve', async () => (await import('./serve/serve-command.ts')).serveCommand],
]);

/** Commands with a help text of their own. */
const HELPS_ITSELF: ReadonlySet<string> = new Set(['serve']);

/** `sluice mcp`; answers with the exit status. */
export async function mcpCommand(args: readonly string[], version: () => string): Promise<number> {
  const [name, ...rest] = args;
  const options = args.slice(0, args.includes('--') ? args.indexOf('--') : undefined);
  const asksHelp = options.includes('--help') || options.includes('-h');
  if (asksHelp && (name === undefined || !HELPS_ITSELF.has(name))) return print(HELP);
  const names = [...COMMANDS.keys()];
  if (name === undefined) return usageError('sluice mcp', `name a command: ${names.join(', ')}`, SYNOPSIS);
  const load = COMMANDS.get(name);
  if (load === undefined) return usageError('sluice mcp', unknownCommand(name, names), SYNOPSIS);
  return (await load())(rest, version);
}
