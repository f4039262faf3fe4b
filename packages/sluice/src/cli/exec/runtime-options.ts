import type { LocalRuntimeOptions } from '@sluice/session';
import type { ExecOptions } from './exec-options.ts';

/** Options for the runtime of `sluice exec`; its directory is a real path. */
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
    // A dry run starts nothing. In any other, calls arrive at once, and no model could retry.
    mcp: options.isDryRun ? undefined : { ...options.mcp, waitsForAll: true, onMissing: warn },
    resume: options.isResumed,
    // The caller keeps what a run has written: its messages form one conversation from the start.
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
