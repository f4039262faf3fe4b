import { fail, type CallActions, type CallContext, type ToolResult } from '@sluice/core';
import { fileActions } from './file-actions.ts';
import { withFileLock } from './file-lock.ts';
import { resolvePath } from './resolve-path.ts';

/** Where the path of an input led when it was last decided. */
const decided = new WeakMap<object, string>();

/** What a write does, as permission sees it. */
export function writeActions(input: object, given: string, cwd: string): CallActions {
  decided.set(input, resolvePath(given, cwd).realPath);
  return fileActions('write', given, cwd);
}

/**
 * Runs `work` under the lock of the file that the write was decided for. Symbolic links may have been changed since, while the call
 * waited for a person, its turn or the lock: what was allowed for one file is not done to another.
 */
export function writeWhereDecided<Output>(
  input: object,
  given: string,
  context: CallContext,
  work: () => Promise<ToolResult<Output>>,
): Promise<ToolResult<Output>> {
  const whereNow = (): string => resolvePath(given, context.cwd).realPath;
  const place = decided.get(input) ?? whereNow();
  return withFileLock(place, context.signal, async () => {
    if (whereNow() === place) return work();
    return fail(
      'path-moved',
      `${given} led to ${place} when the call was decided, and leads elsewhere now: a symbolic link on the way has changed. Nothing was written. Make the call again if it is right there.`,
    );
  });
}
