import { unknownCommand } from '../unknown-command.ts';
import { parseCommandLine } from '../parse-command-line.ts';

const OPTIONS = {
  all: { type: 'boolean' },
  json: { type: 'boolean' },
  yes: { type: 'boolean' },
  cwd: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

type SessionsOptions =
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly message: string }
  | {
      readonly kind: 'list';
      readonly isAll: boolean;
      readonly isJson: boolean;
      readonly cwd: string | undefined;
    }
  | { readonly kind: 'show'; readonly wanted: string; readonly isJson: boolean }
  | { readonly kind: 'remove'; readonly wanted: readonly string[]; readonly isSure: boolean };

export function parseSessionsOptions(args: readonly string[]): SessionsOptions {
  const line = parseCommandLine(args, OPTIONS, { cwd: 'a directory' });
  if (!line.ok) return { kind: 'wrong', message: line.message };
  const { values, positionals } = line.parsed;
  const { all: isAll = false, json: isJson = false, yes: isSure = false, cwd } = values;
  const [command, ...wanted] = positionals;
  const misplaced = (names: Readonly<Record<string, unknown>>): string | undefined =>
    Object.keys(names).find((name) => names[name] !== undefined && names[name] !== false);
  const wrong = (message: string): SessionsOptions => ({ kind: 'wrong', message });
  if (values.help === true) return { kind: 'help' };
  switch (command) {
    case undefined:
    case 'list':
      if (isSure) return wrong('--yes is only for remove');
      if (wanted.length > 0) return wrong(`unexpected argument ${JSON.stringify(wanted[0])}`);
      if (isAll && cwd !== undefined) return wrong("--all and --cwd can't be combined");
      return { kind: 'list', isAll, isJson, cwd };
    case 'show': {
      const other = misplaced({ all: isAll, yes: isSure, cwd });
      if (other !== undefined) return wrong(`--${other} can't be used with show`);
      const [id, second] = wanted;
      if (id === undefined || second !== undefined) return wrong('show needs one ID');
      return { kind: 'show', wanted: id, isJson };
    }
    case 'remove': {
      const other = misplaced({ all: isAll, json: isJson, cwd });
      if (other !== undefined) return wrong(`--${other} can't be used with remove`);
      if (wanted.length === 0) return wrong('remove needs an ID');
      return { kind: 'remove', wanted, isSure };
    }
    default:
      return wrong(unknownCommand(command, ['list', 'show', 'remove']));
  }
}
