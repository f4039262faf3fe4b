import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { parseCommandLine } from '../parse-command-line.ts';
import type { UndoChoice } from './choose-writes.ts';
import type { SessionChoice } from './locate-session.ts';

const OPTIONS = {
  session: { type: 'string' },
  'session-dir': { type: 'string' },
  call: { type: 'string' },
  message: { type: 'string' },
  file: { type: 'string' },
  list: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  force: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

const EXPECTED = {
  session: 'the id of a session, as shown by sluice sessions',
  'session-dir': 'the directory of a session',
  call: 'the id of a call, as shown by --list',
  message: 'the id of a message, as shown by --list',
  file: 'a path',
};

export interface UndoOptions {
  /** Absolute. */
  readonly directory: string;
  readonly choice: UndoChoice;
  readonly isList: boolean;
  readonly isDryRun: boolean;
  readonly isForced: boolean;
}

type ParsedUndoOptions =
  | {
      readonly kind: 'options';
      readonly session: SessionChoice;
      readonly options: Omit<UndoOptions, 'directory'>;
    }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly message: string };

export function parseUndoOptions(args: readonly string[]): ParsedUndoOptions {
  const line = parseCommandLine(args, OPTIONS, EXPECTED);
  if (!line.ok) return { kind: 'wrong', message: line.message };
  const { values, positionals } = line.parsed;
  if (values.help === true) return { kind: 'help' };
  const { 'session-dir': directory, session, call, message, file } = values;
  if (positionals.length > 0) {
    return {
      kind: 'wrong',
      message: `unexpected argument ${JSON.stringify(positionals[0])}; pass a file with --file`,
    };
  }
  if (directory !== undefined && session !== undefined) {
    return { kind: 'wrong', message: "--session and --session-dir can't be combined" };
  }
  const options = {
    choice: {
      callId: call,
      messageId: message,
      path: file === undefined ? undefined : realPath(file),
    },
    isList: values.list === true,
    isDryRun: values['dry-run'] === true,
    isForced: values.force === true,
  };
  return { kind: 'options', session: sessionChoice(directory, session), options };
}

function sessionChoice(directory: string | undefined, wanted: string | undefined): SessionChoice {
  if (directory !== undefined) return { kind: 'directory', directory: resolve(directory) };
  return wanted === undefined ? { kind: 'latest' } : { kind: 'named', wanted };
}

/** The path as the journal has it, whether or not the file exists. */
function realPath(given: string): string {
  const path = resolve(given);
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPath(parent), basename(path));
  }
}
