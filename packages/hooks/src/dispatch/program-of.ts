import type { HookProgram } from '@sluice/core';
import type { HookReport } from './hook-report.ts';
import { clipMiddle } from '../run/clip-text.ts';

/** Characters of each output, as of any text that a hook hands on. */
const MOST = 10_000;

/** What those who watch are told of a program; undefined: it is none, or goes on in the background. */
export function programOf(run: HookReport['run']): HookProgram | undefined {
  if (!('end' in run) || run.later !== undefined) return undefined;
  const { end, stdout, stderr } = run;
  return {
    stdout: clipMiddle(stdout, MOST),
    stderr: clipMiddle(stderr, MOST),
    exitCode: end.status === 'exited' ? end.code : undefined,
  };
}
