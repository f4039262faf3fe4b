import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { errorCode, errorText } from '@sluice/base';
import type { SessionError } from '../session-error.ts';

type TemporaryPlace =
  | { readonly ok: true; readonly directory: string }
  | { readonly ok: false; readonly error: SessionError };

/** In Node's order of precedence. */
const VARIABLES = ['TMPDIR', 'TMP', 'TEMP'];

const REASONS: ReadonlyMap<string | undefined, string> = new Map([
  ['ENOENT', 'no such directory'],
  ['EACCES', 'permission denied'],
  ['EROFS', 'its file system is read-only'],
]);

/** The real path of the system's temporary directory, if a directory can be created in it. */
export function temporaryPlace(env: Readonly<Record<string, string | undefined>>): TemporaryPlace {
  const wanted = tmpdir();
  try {
    const directory = realpathSync(wanted);
    if (!statSync(directory).isDirectory()) return unusable(wanted, 'not a directory', env);
    accessSync(directory, constants.W_OK | constants.X_OK);
    return { ok: true, directory };
  } catch (error) {
    return unusable(wanted, REASONS.get(errorCode(error)) ?? errorText(error), env);
  }
}

function unusable(
  directory: string,
  reason: string,
  env: Readonly<Record<string, string | undefined>>,
): TemporaryPlace {
  const variable = VARIABLES.find((name) => (env[name] ?? '') !== '');
  const from = variable === undefined ? '' : ` (${variable})`;
  const message = `no temporary directory can be created in ${directory}${from}: ${reason}.`;
  return { ok: false, error: { code: 'no-temporary-directory', message } };
}
