import { fail, type CallActions, type CallContext, type ToolResult } from '@sluice/core';
import { fileActions } from './file-actions.ts';
import { withFileLock } from './file-lock.ts';
import { resolvePath } from './resolve-path.ts';

/** Where an input's path pointed at the last permission decision. */
const decided = new WeakMap<object, string>();

/** What a write does, as permission rules see it. */
export function writeActions(input: object, given: string, cwd: string): CallActions {
  decided.set(input, resolvePath(given, cwd).realPath);
  return fileActions('write', given, cwd);
}

/**
 * Runs `work` under the lock of the file that the write was approved for. Symbolic links may have changed while the call waited for the
 * user, its turn or the lock: what was approved for one file must not happen to another.
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
      `${given} led to ${place} when the call was approved, and leads elsewhere now: a symbolic link in the path has changed. Nothing was written. If the new target is right, make the call again.`,
    );
  });
}
