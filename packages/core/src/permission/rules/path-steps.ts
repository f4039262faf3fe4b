import { matchesGlob, type Glob } from './glob.ts';

/** `**`: any number of segments, including none. */
export const ANY_DEPTH = Symbol('any depth');

/** What one segment of a path must be. */
export type PathStep = string | Glob | typeof ANY_DEPTH;

/**
 * The index after the last segment that the steps match, starting at `from`; -1 if they don't. Segments may be left over, and the lowest
 * index is returned. The steps don't end with `**`.
 */
export function endOfSteps(steps: readonly PathStep[], segments: readonly string[], from: number): number {
  let step = 0;
  let at = from;
  let afterAnyDepth = -1;
  let anyDepthAt = 0;
  for (;;) {
    const next = steps[step];
    if (next === undefined) return at;
    if (next === ANY_DEPTH) {
      step += 1;
      afterAnyDepth = step;
      anyDepthAt = at;
      continue;
    }
    const segment = segments[at];
    if (segment !== undefined && fits(next, segment)) {
      step += 1;
      at += 1;
      continue;
    }
    if (afterAnyDepth === -1 || anyDepthAt >= segments.length) return -1;
    anyDepthAt += 1;
    at = anyDepthAt;
    step = afterAnyDepth;
  }
}

/** Whether the steps could match a path that starts with all these segments, or a part of them. */
export function couldFitBeneath(
  steps: readonly PathStep[],
  segments: readonly string[],
  from: number,
): boolean {
  let reached = withAnyDepth(steps, new Set([0]));
  for (const segment of segments.slice(from)) {
    if (reached.has(steps.length)) return true;
    const next = new Set<number>();
    for (const step of reached) {
      const wanted = steps[step];
      if (wanted === ANY_DEPTH) next.add(step);
      else if (wanted !== undefined && fits(wanted, segment)) next.add(step + 1);
    }
    reached = withAnyDepth(steps, next);
  }
  return reached.size > 0;
}

function withAnyDepth(steps: readonly PathStep[], reached: Set<number>): Set<number> {
  for (const step of reached) if (steps[step] === ANY_DEPTH) reached.add(step + 1);
  return reached;
}

function fits(step: string | Glob, segment: string): boolean {
  return typeof step === 'string' ? step === segment : matchesGlob(step, segment);
}
