import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { realDirectory } from '@sluice/base';
import { getOwn, isJsonObject, parsePermissionMode } from '@sluice/core';
import type { PrintOptions } from '../print-options.ts';
import type { FirstRequest } from './late-control.ts';

/** What a program gives a process that it started before it knew the session. */
export type SessionClaim =
  | {
      readonly ok: true;
      /** Absolute and real. */
      readonly cwd: string;
      readonly options: PrintOptions;
      /** The program's `initialize` with what the claim adds. */
      readonly initialize: object;
      readonly env: Readonly<Record<string, string>>;
    }
  /** Begins with a code that the Agent SDK documents. */
  | { readonly ok: false; readonly message: string };

/** What the Agent SDK lets a claim set. */
const CLAIMABLE = [
  'CLAUDE_CODE_OAUTH_TOKEN',
  'CLAUDE_CODE_SESSION_ACCESS_TOKEN',
  'CLAUDE_CODE_HOST_SESSION_ID',
];

/** Fields of a claim by those of `initialize`. */
const ADDED = { appendSystemPrompt: 'append_system_prompt', title: 'title', agents: 'agents' } as const;

export function readClaim(
  { request }: FirstRequest,
  options: PrintOptions,
  initialize: object,
): SessionClaim {
  const given = getOwn(request, 'cwd');
  const cwd = typeof given === 'string' && given !== '' ? realDirectory(expanded(given)) : undefined;
  if (cwd === undefined) return wrong('cwd_not_found', `${JSON.stringify(given)} is not a directory.`);
  const env = getOwn(request, 'env') ?? {};
  const entries = isJsonObject(env) ? Object.entries(env) : [['env', undefined] as const];
  const unknown = entries.find(([name, value]) => !CLAIMABLE.includes(name) || typeof value !== 'string');
  if (unknown !== undefined)
    return wrong('env_key_not_claimable', `${unknown[0]} can't be set by a claim: pass it to prewarm().`);
  const named = getOwn(request, 'permission_mode') ?? undefined;
  const mode = named === undefined ? options.permissionMode : parsePermissionMode(named);
  const isOpen = options.settings.isBypassEnabled === true || options.permissionMode === 'bypassPermissions';
  if (named !== undefined && (mode === undefined || (mode === 'bypassPermissions' && !isOpen)))
    return wrong('permission_mode_not_claimable', `The session can't start in ${JSON.stringify(named)}.`);
  const directories = getOwn(request, 'additional_directories') ?? [];
  if (!Array.isArray(directories) || !directories.every((one) => typeof one === 'string'))
    return wrong('claim_failed', '"additional_directories" must be a list of paths.');
  const { settings } = options;
  const added = Object.entries(ADDED).map(([field, name]) => [field, getOwn(request, name)] as const);
  return {
    ok: true,
    cwd,
    options: {
      ...options,
      permissionMode: mode,
      settings: {
        ...settings,
        additionalDirectories: [
          ...(settings.additionalDirectories ?? []),
          ...directories.map((path) => resolve(cwd, path)),
        ],
      },
    },
    initialize: { ...initialize, ...Object.fromEntries(added.filter(([, value]) => isThere(value))) },
    env: Object.fromEntries(
      entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
    ),
  };
}

function wrong(code: string, message: string): SessionClaim {
  return { ok: false, message: `${code}: ${message}` };
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function expanded(path: string): string {
  return path === '~' || path.startsWith('~/') ? join(homedir(), path.slice(2)) : path;
}
