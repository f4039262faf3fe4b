import { resolve } from 'node:path';
import type { CommandResult } from '@sluice/process';
import type { Script } from '@sluice/shell';
import type { BashEnd } from '../bash-data.ts';
import type { BashLimits } from '../settings/bash-limits.ts';
import { exitMeaning } from './exit-meaning.ts';
import { realDirectory } from '../start/next-cwd.ts';

type StartedEnd = Exclude<CommandResult['end'], { readonly status: 'spawn-failed' }>;

/** How a foreground command ended; `final` is the directory in which its shell ended. */
export function readEnd(
  script: Script | undefined,
  end: StartedEnd,
  cwd: string,
  final: string | undefined,
  limits: BashLimits,
): BashEnd {
  switch (end.status) {
    case 'exited': {
      const hasMovedTo = (path: string): boolean =>
        final !== undefined && realDirectory(resolve(cwd, path)) === final;
      const meaning = exitMeaning(script, end.code, hasMovedTo);
      return { status: 'exited', code: end.code, meaning };
    }
    case 'timed-out':
      return { ...end, maxTimeoutMs: limits.maxTimeoutMs };
    case 'cancelled':
      return { status: 'cancelled' };
    case 'signalled':
    case 'output-limit':
      return end;
    default:
      return end satisfies never;
  }
}
