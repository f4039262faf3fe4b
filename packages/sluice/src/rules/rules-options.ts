import { homedir } from 'node:os';
import type { SettingsPlace } from '@sluice/settings';
import { realDirectory } from '@sluice/base';

/** Options of all commands of `sluice rules`. */
export const COMMON_OPTIONS = {
  cwd: { type: 'string' },
  json: { type: 'boolean' },
} as const;

export const SETTINGS_OPTION = { settings: { type: 'string', multiple: true } } as const;

export const EXPECTED = {
  cwd: 'a directory',
  settings: 'a file, or JSON',
  to: 'local, project or user',
  from: 'local, project or user',
};

export type PlaceResult =
  | { readonly ok: true; readonly place: SettingsPlace }
  | { readonly ok: false; readonly message: string };

/** Whose settings, and from where. */
export function placeOf(cwd: string | undefined): PlaceResult {
  if (cwd === '') return { ok: false, message: '--cwd is empty' };
  const real = realDirectory(cwd ?? '.');
  if (real === undefined) {
    const message =
      cwd === undefined
        ? 'the current directory is gone; name another with --cwd'
        : `--cwd ${cwd}: not a directory`;
    return { ok: false, message };
  }
  const { env } = process;
  return { ok: true, place: { cwd: real, env, home: env['HOME'] ?? homedir() } };
}
