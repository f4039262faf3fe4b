import { resolve } from 'node:path';
import { parseCommandLine } from '../parse-command-line.ts';
import type { SessionChoice } from '../undo/locate-session.ts';

const OPTIONS = {
  out: { type: 'string' },
  open: { type: 'boolean' },
  live: { type: 'boolean' },
  'session-dir': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

const EXPECTED = { out: 'a file', 'session-dir': 'the directory of a session' };

export interface TraceOptions {
  readonly kind: 'options';
  readonly session: SessionChoice;
  /** Absolute, or `-` for standard output. Undefined: in the session's directory. */
  readonly out: string | undefined;
  readonly isOpened: boolean;
  readonly isLive: boolean;
}

type ParsedTraceOptions =
  | TraceOptions
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly message: string };

export function parseTraceOptions(args: readonly string[]): ParsedTraceOptions {
  const wrong = (message: string): ParsedTraceOptions => ({ kind: 'wrong', message });
  const line = parseCommandLine(args, OPTIONS, EXPECTED);
  if (!line.ok) return wrong(line.message);
  const { values, positionals } = line.parsed;
  if (values.help === true) return { kind: 'help' };
  const { out, open: isOpened = false, live: isLive = false, 'session-dir': directory } = values;
  const [wanted, second] = positionals;
  if (second !== undefined) return wrong(`unexpected argument ${JSON.stringify(second)}`);
  if (directory !== undefined && wanted !== undefined)
    return wrong("SESSION and --session-dir can't be combined");
  if (isLive && out !== undefined) return wrong("--live and --out can't be combined");
  if (isOpened && out === '-') return wrong('--open needs a file: --out - writes to standard output');
  return {
    kind: 'options',
    session: sessionChoice(directory, wanted),
    out: out === undefined || out === '-' ? out : resolve(out),
    isOpened,
    isLive,
  };
}

function sessionChoice(directory: string | undefined, wanted: string | undefined): SessionChoice {
  if (directory !== undefined) return { kind: 'directory', directory: resolve(directory) };
  return wanted === undefined ? { kind: 'latest' } : { kind: 'named', wanted };
}
