import { fail, type CallActions, type CallContext, type ClaimContext, type ToolResult } from '@sluice/core';
import { fileActions } from './file-actions.ts';
import { withFileLock } from '../locks/file-lock.ts';
import { problem, type Problem } from '../problem.ts';
import { resolvePath, type ResolvedPath } from './resolve-path.ts';

/** Where an input's path pointed at the last permission decision. */
const decided = new WeakMap<object, string>();

/**
 * What a tool that reads or writes one file does, as permission rules see it. The place that rules judge is remembered: the call touches
 * that one, even if a symbolic link leads elsewhere a moment later.
 */
export function decidedActions(
  input: object,
  access: 'read' | 'write',
  given: string,
  { cwd, realPathOf }: ClaimContext,
): CallActions {
  const { realPath } = resolvePath(given, cwd, realPathOf);
  decided.set(input, realPath);
  return fileActions(access, given, cwd, realPath);
}

/** The path with the place that was decided on; before a decision, where it leads now. */
export function decidedPath(input: object, given: string, cwd: string): ResolvedPath {
  const { path, realPath } = resolvePath(given, cwd);
  return { path, realPath: decided.get(input) ?? realPath };
}

/** Why a call can't touch the file any more that it was approved for: the path leads elsewhere. */
export function movedProblem(input: object, given: string, cwd: string, done: string): Problem | undefined {
  const { realPath: place } = decidedPath(input, given, cwd);
  if (resolvePath(given, cwd).realPath === place) return undefined;
  return problem(
    'path-moved',
    `${given} led to ${place} when the call was approved, and leads elsewhere now: a symbolic link in the path has changed. ${done} If the new target is right, make the call again.`,
  );
}

/**
 * Runs `work` under the lock of the file that the write was approved for. Symbolic links may have changed while the call waited for the
 * user, its turn or the lock: what was approved for one file must not happen to another. `work` finds the place with `decidedPath`.
 */
export function writeWhereDecided<Output>(
  input: object,
  given: string,
  context: CallContext,
  work: () => Promise<ToolResult<Output>>,
): Promise<ToolResult<Output>> {
  const { realPath } = decidedPath(input, given, context.cwd);
  return withFileLock(realPath, context.signal, async () => {
    const moved = movedProblem(input, given, context.cwd, 'Nothing was written.');
    return moved === undefined ? work() : fail(moved.code, moved.message);
  });
}
