import type { LocalRuntimeOptions } from '../options/local-options.ts';
import type { SessionErrorCode } from '../session-error.ts';
import type { LocalRuntime } from './local-runtime.ts';
import { openLocalRuntime } from './open-local-runtime.ts';

const REMEDIES: Readonly<Partial<Record<SessionErrorCode, string>>> = {
  'not-empty': 'Pass resume: true to resume it, or use another sessionDirectory.',
  'no-temporary-directory': 'Set TMPDIR or pass sessionDirectory.',
};

/**
 * The engine on this machine with the built-in tools: `await using runtime = await createLocalRuntime({ cwd
 * })`.
 * @throws TypeError or RangeError for an unknown option or an invalid value; it names the option.
 * @throws Error with a one-line reason and a `code` of `SessionErrorCode` if Node is too old, the working
 * directory is missing, no temporary directory can be created, or the session's directory is in use,
 * unreadable, unwritable, or already holds a session and `resume` is not set.
 */
export async function createLocalRuntime(options: LocalRuntimeOptions): Promise<LocalRuntime> {
  const opened = await openLocalRuntime(options);
  if (opened.ok) return opened.runtime;
  const { code, message } = opened.error;
  const remedy = REMEDIES[code];
  throw Object.assign(new Error(remedy === undefined ? message : `${message} ${remedy}`), { code });
}
