import { HELP } from './help.ts';
import { nearestName } from '@sluice/base';
import { sanitizeLines } from '@sluice/core/display';
import { WRONG_USAGE } from './usage-error.ts';
import { print } from './print.ts';
import { fitHelp } from './fit-help.ts';

const COMMANDS = [
  'acp',
  'agents',
  'asks',
  'auth',
  'doctor',
  'exec',
  'explain',
  'hooks',
  'mcp',
  'rules',
  'sessions',
  'settings',
  'tools',
  'trace',
  'undo',
];

/** Runs one command; returns the exit code. A command's code is loaded with it, so `--help` stays fast. */
export async function main(args: readonly string[], version: () => string): Promise<number> {
  const [command, ...rest] = args;
  switch (command) {
    case '--version':
    case '-v':
      return print(`${version()}\n`);
    case '--help':
    case '-h':
    case 'help':
      return print(fitHelp(HELP));
    case 'acp': {
      const { acpCommand } = await import('./acp/acp-command.ts');
      return acpCommand(rest, version);
    }
    case 'agents': {
      const { agentsCommand } = await import('./agents/agents-command.ts');
      return agentsCommand(rest);
    }
    case 'asks': {
      const { asksCommand } = await import('./asks/asks-command.ts');
      return asksCommand(rest, version);
    }
    case 'auth': {
      const { authCommand } = await import('./auth/auth-command.ts');
      return authCommand(rest);
    }
    case 'doctor': {
      const { doctorCommand } = await import('./doctor/doctor-command.ts');
      return doctorCommand(rest);
    }
    case 'exec': {
      const { execCommand } = await import('./exec/exec-command.ts');
      return execCommand(rest);
    }
    case 'explain': {
      const { explainCommand } = await import('./explain/explain-command.ts');
      return explainCommand(rest);
    }
    case 'hooks': {
      const { hooksCommand } = await import('./hooks/hooks-command.ts');
      return hooksCommand(rest);
    }
    case 'mcp': {
      const { mcpCommand } = await import('./mcp/mcp-command.ts');
      return mcpCommand(rest, version);
    }
    case 'rules': {
      const { rulesCommand } = await import('./rules/rules-command.ts');
      return rulesCommand(rest);
    }
    case 'sessions': {
      const { sessionsCommand } = await import('./sessions/sessions-command.ts');
      return sessionsCommand(rest);
    }
    case 'settings': {
      const { settingsCommand } = await import('./settings/settings-command.ts');
      return settingsCommand(rest);
    }
    case 'tools': {
      const { toolsCommand } = await import('./tools-list/tools-command.ts');
      return toolsCommand(rest);
    }
    case 'trace': {
      const { traceCommand } = await import('./trace/trace-command.ts');
      return traceCommand(rest);
    }
    case 'undo': {
      const { undoCommand } = await import('./undo/undo-command.ts');
      return undoCommand(rest);
    }
    default:
      if (args.some(isPrintOption) || isDriven(args))
        return (await import('./print/print-command.ts')).printCommand(args, version);
      if (command !== undefined && !isInteractive(command)) return wrongCommand(command);
      return (await import('./interactive/start/interactive-command.ts')).interactiveCommand(args, version);
  }
}

/** `-p`, among other short options too. */
function isPrintOption(argument: string): boolean {
  return argument === '--print' || /^-[a-z]*p[a-z]*$/.test(argument);
}

/** A program sends messages: it needs no `-p`. */
function isDriven(args: readonly string[]): boolean {
  return args.some(
    (argument, index) =>
      argument === '--input-format=stream-json' ||
      (argument === '--input-format' && args[index + 1] === 'stream-json'),
  );
}

/** Options, or a prompt of several words. A single word may be a command that someone misspelled. */
function isInteractive(command: string | undefined): boolean {
  return command === undefined || command.startsWith('-') || /\s/.test(command.trim());
}

/** Words that other programs have as commands, and what does the same here. */
const COMMANDS_ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ['chat', 'sluice'],
  ['config', 'sluice settings'],
  ['continue', 'sluice -c'],
  ['login', 'sluice auth'],
  ['logout', 'sluice auth'],
  ['permissions', 'sluice rules'],
  ['resume', 'sluice -r'],
  ['run', 'sluice -p PROMPT'],
]);

/** Most who type a word here want to send it: no usage of 20 lines. */
function wrongCommand(command: string): number {
  const prompt = `To send it as a prompt, run: sluice -- ${command}`;
  process.stderr.write(
    `sluice: ${sanitizeLines(`unknown command ${JSON.stringify(command)}${meant(command)} ${prompt}`)}\n`,
  );
  return WRONG_USAGE;
}

function meant(command: string): string {
  const elsewhere = COMMANDS_ELSEWHERE.get(command);
  if (elsewhere !== undefined) return `; here it is: ${elsewhere}.`;
  const nearest = nearestName(command, COMMANDS);
  return nearest === undefined ? '.' : `; did you mean ${nearest}?`;
}
