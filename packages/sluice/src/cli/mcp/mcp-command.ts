import { print } from '../print.ts';
import { unknownCommand } from '../unknown-command.ts';
import { usageError } from '../usage-error.ts';
import { COMMANDS_LINE, HELP } from './usage.ts';
import { fitHelp } from '../fit-help.ts';

type Command = (args: readonly string[], version: () => string) => Promise<number>;

/** Each is loaded when it runs: none needs another's code. */
const COMMANDS: ReadonlyMap<string, () => Promise<Command>> = new Map([
  ['list', async () => (await import('./look/list-command.ts')).listCommand],
  ['get', async () => (await import('./look/get-command.ts')).getCommand],
  ['tools', async () => (await import('./look/tools-command.ts')).toolsCommand],
  ['call', async () => (await import('./call/call-command.ts')).callCommand],
  ['add', async () => (await import('./change/add-command.ts')).addCommand],
  ['add-json', async () => (await import('./change/add-command.ts')).addJsonCommand],
  ['import', async () => (await import('./import/import-command.ts')).importCommand],
  ['remove', async () => (await import('./change/remove-command.ts')).removeCommand],
  ['approve', async () => (await import('./change/approve-command.ts')).approveCommand],
  ['confirm', async () => (await import('./change/confirm-command.ts')).confirmCommand],
  ['login', async () => (await import('./login/login-command.ts')).loginCommand],
  ['logout', async () => (await import('./login/login-command.ts')).logoutCommand],
  ['serve', async () => (await import('./serve/serve-command.ts')).serveCommand],
]);

/** Commands that give no rights, and needn't load what tells whether they may. */
const LOOKS: ReadonlySet<string> = new Set(['list', 'get', 'tools', 'call', 'serve']);

/** Commands with their own help text. */
const HELPS_ITSELF: ReadonlySet<string> = new Set(['serve']);

/** `sluice mcp`; returns the exit code. */
export async function mcpCommand(args: readonly string[], version: () => string): Promise<number> {
  const [given, ...more] = args;
  const options = args.slice(0, args.includes('--') ? args.indexOf('--') : undefined);
  const asksHelp = options.includes('--help') || options.includes('-h');
  if (asksHelp && (given === undefined || !HELPS_ITSELF.has(given))) return print(fitHelp(HELP));
  const isBare = given === undefined || given.startsWith('-');
  const [name, rest] = isBare ? ['list', args] : [given, more];
  const load = COMMANDS.get(name);
  if (load === undefined)
    return usageError('sluice mcp', unknownCommand(name, [...COMMANDS.keys()]), COMMANDS_LINE);
  if (!LOOKS.has(name)) {
    const { refusedInCall } = await import('../rights/refused-in-call.ts');
    const refused = refusedInCall(['mcp', name, ...rest]);
    if (refused !== undefined) return refused;
  }
  return (await load())(rest, version);
}
