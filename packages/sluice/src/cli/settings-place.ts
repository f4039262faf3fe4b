import { homedir } from 'node:os';
import type { SettingsPlace } from '@sluice/settings';
import { startDirectory } from './start-directory.ts';

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

type PlaceResult =
  | { readonly ok: true; readonly place: SettingsPlace }
  | { readonly ok: false; readonly message: string };

/** Which settings to use, and the directory. `argument` names the option that set the directory, as in `startDirectory`. */
export function placeOf(cwd: string | undefined, argument?: string): PlaceResult {
  const start = startDirectory(cwd, argument);
  if (!start.ok) return start;
  const { env } = process;
  return { ok: true, place: { cwd: start.directory, env, home: env['HOME'] ?? homedir() } };
}
