import type { LocalRuntimeOptions } from './local-options.ts';
import { openLocalRuntime, type LocalRuntime } from './open-local-runtime.ts';

/**
 * The engine on this machine with the built-in tools: `await using runtime = await createLocalRuntime({ cwd })`.
 * @throws Error with a one-line reason and a `code` of `SessionErrorCode` when the directory to work in is missing, or
 * the session's directory is in use, unreadable or unwritable, or already holds a session that is not to be resumed.
 */
export async function createLocalRuntime(options: LocalRuntimeOptions): Promise<LocalRuntime> {
  const opened = await openLocalRuntime(options);
  if (opened.ok) return opened.runtime;
  throw Object.assign(new Error(opened.error.message), { code: opened.error.code });
}
