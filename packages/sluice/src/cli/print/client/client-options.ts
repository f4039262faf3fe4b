import { resolve } from 'node:path';
import { orList } from '@sluice/base';
import type { DebugPlace } from '../output/debug-log.ts';

/** Options that programs built on an agent SDK pass. */
export const CLIENT_OPTIONS = {
  thinking: { type: 'string' },
  'thinking-display': { type: 'string' },
  'max-thinking-tokens': { type: 'string' },
  'fallback-model': { type: 'string' },
  'plugin-dir': { type: 'string', multiple: true },
  'plugin-dir-no-mcp': { type: 'string', multiple: true },
  'await-initialize': { type: 'boolean' },
  'await-claim': { type: 'boolean' },
  'resume-session-at': { type: 'string' },
  'resume-drops-turn': { type: 'string' },
  'session-mirror': { type: 'boolean' },
  betas: { type: 'string', multiple: true },
  'task-budget': { type: 'string' },
  debug: { type: 'boolean' },
  'debug-file': { type: 'string' },
  'project-config-root': { type: 'string' },
  'managed-settings': { type: 'string', multiple: true },
} as const;

const DISPLAYS = ['summarized', 'omitted'] as const;
const THINKING = ['adaptive', 'enabled', 'disabled'] as const;

export const CLIENT_EXPECTED = {
  thinking: orList(THINKING),
  'thinking-display': orList(DISPLAYS),
  'max-thinking-tokens': 'a number of tokens; 0 for none',
  'fallback-model': 'a model, or several separated by commas',
  'plugin-dir': 'the directory of a plugin',
  'plugin-dir-no-mcp': 'the directory of a plugin',
  'resume-session-at': 'the uuid of a message',
  'resume-drops-turn': 'the uuid of a prompt',
  betas: 'names of beta features',
  'task-budget': 'a number of tokens',
  'debug-file': 'a file',
  'project-config-root': 'a directory',
  'managed-settings': 'settings as JSON text',
};

interface Values {
  readonly thinking?: string | undefined;
  readonly 'thinking-display'?: string | undefined;
  readonly betas?: readonly string[] | undefined;
  readonly 'task-budget'?: string | undefined;
  readonly 'max-thinking-tokens'?: string | undefined;
  readonly 'fallback-model'?: string | undefined;
  readonly 'plugin-dir'?: readonly string[] | undefined;
  readonly 'plugin-dir-no-mcp'?: readonly string[] | undefined;
  readonly 'await-initialize'?: boolean | undefined;
  readonly 'await-claim'?: boolean | undefined;
  readonly 'session-mirror'?: boolean | undefined;
  readonly debug?: boolean | undefined;
  readonly 'debug-file'?: string | undefined;
}

/** The directory of a plugin, as it was given. */
export interface NamedPlugin {
  readonly path: string;
  readonly hasServers: boolean;
}

type ParsedClientOptions =
  | {
      readonly ok: true;
      readonly thinking: number | 'adaptive' | undefined;
      readonly thinkingDisplay: (typeof DISPLAYS)[number] | undefined;
      readonly betas: readonly string[];
      readonly taskTokens: number | undefined;
      readonly fallbackModels: readonly string[];
      readonly plugins: readonly NamedPlugin[];
      readonly awaitsInitialize: boolean;
      readonly awaitsClaim: boolean;
      readonly tellsTranscript: boolean;
      readonly debug: DebugPlace | undefined;
    }
  | { readonly ok: false; readonly message: string };

export function parseClientOptions(values: Values): ParsedClientOptions {
  const { thinking, 'max-thinking-tokens': tokens, 'task-budget': task } = values;
  if (thinking !== undefined && !THINKING.some((one) => one === thinking))
    return { ok: false, message: `--thinking must be ${orList(THINKING)}; got ${JSON.stringify(thinking)}` };
  if (tokens !== undefined && !/^\d{1,9}$/.test(tokens))
    return {
      ok: false,
      message: `--max-thinking-tokens must be a whole number; got ${JSON.stringify(tokens)}`,
    };
  if (task !== undefined && !/^[1-9]\d{0,11}$/.test(task))
    return { ok: false, message: `--task-budget must be a number of tokens; got ${JSON.stringify(task)}` };
  const limit = tokens === undefined ? undefined : Number(tokens);
  return {
    ok: true,
    thinking: thinking === 'disabled' ? 0 : (limit ?? (thinking === undefined ? undefined : 'adaptive')),
    // Newer clients may name other ways to show it.
    thinkingDisplay: DISPLAYS.find((one) => one === values['thinking-display']),
    betas: commaList(values.betas?.join(',')),
    taskTokens: task === undefined ? undefined : Number(task),
    plugins: [
      ...(values['plugin-dir'] ?? []).map((path) => ({ path, hasServers: true })),
      ...(values['plugin-dir-no-mcp'] ?? []).map((path) => ({ path, hasServers: false })),
    ],
    fallbackModels: commaList(values['fallback-model']),
    awaitsInitialize: values['await-initialize'] === true || values['await-claim'] === true,
    awaitsClaim: values['await-claim'] === true,
    tellsTranscript: values['session-mirror'] === true,
    debug: debugPlace(values),
  };
}

function debugPlace({ debug, 'debug-file': path }: Values): DebugPlace | undefined {
  if (path !== undefined && path !== '') return { kind: 'file', path: resolve(path) };
  return debug === true ? { kind: 'stderr' } : undefined;
}

function commaList(text = ''): readonly string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
