import type { LocalRuntimeOptions } from '@sluice/session';
import type { ExecOptions } from './exec-options.ts';

/** What the runtime of `sluice exec` is made from, its directory given as a real path. */
export function runtimeOptions(
  options: ExecOptions,
  cwd: string,
  warn: (text: string) => void,
): LocalRuntimeOptions {
  const { permissionMode, maxConcurrency, scheduling, start, cascade, sessionDirectory, settings, setup } =
    options;
  return {
    cwd,
    remedy:
      'Allow it with a rule (--allow RULE, or permissions.allow in a settings file) or another --permission-mode.',
    settings,
    onUnkept: warn,
    // A dry run starts nothing. In any other, calls come at once, and there is no model that could try again.
    mcp: options.isDryRun ? undefined : { ...options.mcp, waitsForAll: true, onMissing: warn },
    resume: options.isResumed,
    // What a run has handed out is the reader's to keep: its messages are a conversation from the first on.
    isStanding: () => !options.showsFullResults,
    permissionMode,
    maxConcurrency,
    scheduling,
    start,
    cascade,
    sessionDirectory,
    setup,
  };
}
