import type { Scheduling } from '@sluice/core';
import { oneOf, orList } from '../cli/one-of.ts';
import { parseCommandLine } from '../cli/parse-command-line.ts';
import type { LocalPermissionMode } from '../local/local-options.ts';
import { parsePositive } from './max-concurrency.ts';

export type OutputFormat = 'text' | 'jsonl';

/** The arguments of `sluice exec`, parsed. What was not given is undefined. */
export interface ExecOptions {
  readonly files: readonly string[];
  readonly cwd: string | undefined;
  readonly permissionMode: LocalPermissionMode | undefined;
  readonly maxConcurrency: number | undefined;
  readonly scheduling: Scheduling | undefined;
  readonly start: 'stream' | 'message' | undefined;
  readonly isDryRun: boolean;
  readonly sessionDirectory: string | undefined;
  readonly isResumed: boolean;
  readonly showsProgress: boolean;
  readonly outputFormat: OutputFormat | undefined;
}

export type ParsedExecOptions =
  | { readonly kind: 'options'; readonly options: ExecOptions }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly message: string };

const OPTIONS = {
  cwd: { type: 'string' },
  'permission-mode': { type: 'string' },
  'max-concurrency': { type: 'string' },
  scheduling: { type: 'string' },
  start: { type: 'string' },
  'dry-run': { type: 'boolean' },
  'session-dir': { type: 'string' },
  resume: { type: 'boolean' },
  progress: { type: 'boolean' },
  'output-format': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

const MODES = ['default', 'bypassPermissions'] as const;
const SCHEDULINGS = ['claims', 'strict'] as const;
const STARTS = ['stream', 'message'] as const;
const FORMATS = ['text', 'jsonl'] as const;
const POSITIVE = 'a positive whole number';

/** What the value of each option is. */
const EXPECTED = {
  cwd: 'a directory',
  'permission-mode': orList(MODES),
  'max-concurrency': POSITIVE,
  scheduling: orList(SCHEDULINGS),
  start: orList(STARTS),
  'session-dir': 'a directory',
  'output-format': orList(FORMATS),
};

export function parseExecOptions(args: readonly string[]): ParsedExecOptions {
  const line = parseCommandLine(args, OPTIONS, EXPECTED);
  if (!line.ok) return wrong(line.message);
  const { values, positionals } = line.parsed;
  if (values.help === true) return { kind: 'help' };
  const mode = oneOf('--permission-mode', values['permission-mode'], MODES);
  if (!mode.ok) return wrong(mode.message);
  const scheduling = oneOf('--scheduling', values.scheduling, SCHEDULINGS);
  if (!scheduling.ok) return wrong(scheduling.message);
  const start = oneOf('--start', values.start, STARTS);
  if (!start.ok) return wrong(start.message);
  const format = oneOf('--output-format', values['output-format'], FORMATS);
  if (!format.ok) return wrong(format.message);
  const cap = values['max-concurrency'];
  const maxConcurrency = cap === undefined ? undefined : parsePositive(cap);
  if (cap !== undefined && maxConcurrency === undefined) {
    return wrong(`--max-concurrency must be ${POSITIVE}; got ${JSON.stringify(cap)}`);
  }
  if (values.cwd === '') return wrong('--cwd is empty');
  if (positionals.includes('')) return wrong('a file name is empty');
  if (values['session-dir'] === '') return wrong('--session-dir is empty');
  const isResumed = values.resume === true;
  if (isResumed && values['session-dir'] === undefined) {
    return wrong('--resume needs --session-dir: the directory of the session to go on with');
  }
  return {
    kind: 'options',
    options: {
      files: positionals,
      cwd: values.cwd,
      permissionMode: mode.value,
      maxConcurrency,
      scheduling: scheduling.value,
      start: start.value,
      isDryRun: values['dry-run'] === true,
      sessionDirectory: values['session-dir'],
      isResumed,
      showsProgress: values.progress === true,
      outputFormat: format.value,
    },
  };
}

function wrong(message: string): ParsedExecOptions {
  return { kind: 'wrong', message };
}
