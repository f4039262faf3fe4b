import { MAX_TEXT_CHARS } from '../hook-limits.ts';
import type { HookProgram } from '@sluice/core';
import type { HookReport } from './hook-report.ts';
import { clipMiddle } from '../run/clip-text.ts';

/** What observers learn about a program; undefined if it isn't one, or continues in the background. */
export function programOf(run: HookReport['run']): HookProgram | undefined {
  if (!('end' in run) || run.later !== undefined) return undefined;
  const { end, stdout, stderr } = run;
  return {
    stdout: clipMiddle(stdout, MAX_TEXT_CHARS),
    stderr: clipMiddle(stderr, MAX_TEXT_CHARS),
    exitCode: end.status === 'exited' ? end.code : undefined,
  };
}
