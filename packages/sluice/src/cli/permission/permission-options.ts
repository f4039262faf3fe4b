import {
  parsePermissionMode,
  PERMISSION_MODE_NAMES,
  PERMISSION_MODES,
  type PermissionMode,
} from '@sluice/core';
import { orList } from '@sluice/base';
import { oneOf } from '../one-of.ts';
import type { LocalSettings } from '@sluice/session';

/** Options of every command that decides about permissions. */
export interface PermissionOptions {
  readonly cwd: string | undefined;
  readonly permissionMode: PermissionMode | undefined;
  readonly settings: LocalSettings;
}

type ParsedPermissionOptions =
  | { readonly ok: true; readonly options: PermissionOptions }
  | { readonly ok: false; readonly message: string };

export const PERMISSION_OPTIONS = {
  cwd: { type: 'string' },
  'permission-mode': { type: 'string' },
  allow: { type: 'string', multiple: true },
  ask: { type: 'string', multiple: true },
  deny: { type: 'string', multiple: true },
  'add-dir': { type: 'string', multiple: true },
  settings: { type: 'string', multiple: true },
} as const;

export const PERMISSION_EXPECTED = {
  cwd: 'a directory',
  'permission-mode': orList(PERMISSION_MODES),
  allow: 'a rule, such as "Bash(npm test *)"',
  ask: 'a rule, such as "Bash(git push *)"',
  deny: 'a rule, such as "Read(.env)"',
  'add-dir': 'a directory',
  settings: 'a file, or JSON',
};

/** The options above, parsed. */
interface Values {
  readonly cwd?: string | undefined;
  readonly 'permission-mode'?: string | undefined;
  readonly allow?: readonly string[] | undefined;
  readonly ask?: readonly string[] | undefined;
  readonly deny?: readonly string[] | undefined;
  readonly 'add-dir'?: readonly string[] | undefined;
  readonly settings?: readonly string[] | undefined;
}

export function parsePermissionOptions(values: Values): ParsedPermissionOptions {
  const mode = oneOf('--permission-mode', values['permission-mode'], PERMISSION_MODE_NAMES);
  if (!mode.ok) return mode;
  if (values.cwd === '') return { ok: false, message: '--cwd is empty' };
  const { allow, ask, deny, settings: files } = values;
  return {
    ok: true,
    options: {
      cwd: values.cwd,
      permissionMode: parsePermissionMode(mode.value),
      settings: {
        allow,
        ask,
        deny,
        files,
        additionalDirectories: values['add-dir'],
      },
    },
  };
}
