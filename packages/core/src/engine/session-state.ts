import type { SessionContext, SessionState } from '../tool/context.ts';
import { getOwn } from '../data/json.ts';

/** @param onChange called with each change; must not throw */
export function createSessionState(
  initial: SessionContext,
  onChange: ((before: SessionContext, after: SessionContext) => void) | undefined,
): SessionState {
  let context = initial;
  return {
    current: () => context,
    update(modify) {
      const before = context;
      const after = modify(before);
      const problem = contextProblem(after);
      if (problem !== undefined) throw new TypeError(problem);
      context = after;
      onChange?.(before, after);
    },
  };
}

/** What is wrong with a context that a tool returned. */
function contextProblem(context: SessionContext): string | undefined {
  const given: unknown = context;
  if (typeof given !== 'object' || given === null) return 'the returned value is not a context';
  const cwd = getOwn(given, 'cwd');
  if (typeof cwd !== 'string' || !cwd.startsWith('/')) return '"cwd" must be an absolute path';
  return getOwn(given, 'values') instanceof Map ? undefined : '"values" must be a Map';
}
