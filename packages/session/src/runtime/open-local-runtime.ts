import { openParts } from '../parts/open-session-parts.ts';
import type { SessionError } from '../session-error.ts';
import { wrongOptions } from '../options/check-options.ts';
import type { LocalRuntimeOptions } from '../options/local-options.ts';
import type { LocalRuntime } from './local-runtime.ts';
import { openRuntime } from './open-runtime.ts';

type OpenedRuntime =
  | { readonly ok: true; readonly runtime: LocalRuntime }
  | { readonly ok: false; readonly error: SessionError };

/**
 * Opens a session with one engine in it: this machine's files and processes, and the built-in tools.
 * @throws TypeError, or RangeError, for an unknown option or an invalid value; it names the option.
 */
export async function openLocalRuntime(options: LocalRuntimeOptions): Promise<OpenedRuntime> {
  const wrong = await wrongOptions(options);
  if (wrong !== undefined) throw wrong;
  const settings = {
    ...(options.settings ?? { sources: [] }),
    asksForPlanEdits: options.settings?.asksForPlanEdits ?? options.canUseTool !== undefined,
  };
  const opened = await openParts({ ...options, settings });
  if (!opened.ok) return opened;
  const { parts } = opened;
  try {
    const error = await parts.begin(options);
    if (error === undefined) return { ok: true, runtime: openRuntime(parts, options) };
    await parts.dispose();
    return { ok: false, error };
  } catch (error) {
    await parts.dispose();
    throw error;
  }
}
