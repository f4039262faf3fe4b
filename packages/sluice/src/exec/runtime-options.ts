import type { LocalRuntimeOptions } from '@sluice/session';
import type { ExecOptions } from './exec-options.ts';
import { concurrencyFromEnvironment } from './max-concurrency.ts';

/** What the runtime of `sluice exec` is made from, its directory given as a real path. */
export function runtimeOptions(
  options: ExecOptions,
  cwd: string,
  env: Readonly<Record<string, string | undefined>>,
  warn: (text: string) => void,
): LocalRuntimeOptions {
  const { permissionMode, scheduling, start, sessionDirectory, settings, setup } = options;
  const maxConcurrency = options.maxConcurrency ?? concurrencyFromEnvironment(env, warn);
  return {
    cwd,
    remedy:
      'Allow it with a rule (--allow RULE, or permissions.allow in a settings file) or another --permission-mode.',
    settings,
    onUnkept: warn,
    resume: options.isResumed,
    // What a run has handed out is the reader's to keep: its messages are a conversation from the first on.
    isStanding: () => !options.showsFullResults,
    ...(permissionMode !== undefined && { permissionMode }),
    ...(maxConcurrency !== undefined && { maxConcurrency }),
    ...(scheduling !== undefined && { scheduling }),
    ...(start !== undefined && { start }),
    ...(sessionDirectory !== undefined && { sessionDirectory }),
    ...(setup !== undefined && { setup }),
  };
}
