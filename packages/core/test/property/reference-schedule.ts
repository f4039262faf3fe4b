import type { ToyAnswer } from '../support/toy-permission.ts';

/** A call as the reference sees it: what it touches is told by a function that knows nothing of tickets. */
export interface ReferenceCall {
  readonly ms: number;
  readonly hasEffects: boolean;
  readonly answer: ToyAnswer;
  readonly answerMs: number;
}

type Phase = 'waiting' | 'asked' | 'cleared' | 'running' | 'settling' | 'done';

/**
 * The rules of DESIGN.md 3 by brute force, event by event: who starts when. Nothing is canceled, no input changes, there
 * are at most three calls for each slot (so that the bound on preparation, twice the cap, is never felt), and
 * no two events fall on one moment: the answer is undefined when two do, since then either may come first.
 */
export function referenceStarts(
  calls: readonly ReferenceCall[],
  conflict: (earlier: number, later: number) => boolean,
  isExclusive: (index: number) => boolean,
  cap: number,
): (number | undefined)[] | undefined {
  const phase: Phase[] = calls.map(() => 'waiting');
  const starts: (number | undefined)[] = calls.map(() => undefined);
  const ends = new Map<number, number>();
  let now = 0;
  const earlier = (index: number, test: (other: number) => boolean): boolean =>
    calls.slice(0, index).every((_, other) => test(other));
  const isDone = (other: number): boolean => phase[other] === 'done';
  // Known before it is prepared, where no one is asked and no exclusive call comes before it.
  const hasVerdict = (other: number): boolean =>
    isDone(other) ||
    phase[other] === 'cleared' ||
    phase[other] === 'running' ||
    phase[other] === 'settling' ||
    (calls[other]?.answer === 'none' && earlier(other, (before) => isDone(before) || !isExclusive(before)));
  const isHeldByVerdicts = (index: number): boolean =>
    calls[index]?.hasEffects === true && !earlier(index, hasVerdict);
  const count = (test: (index: number) => boolean): number => calls.filter((_, index) => test(index)).length;
  const canStart = (index: number): boolean => phase[index] === 'cleared' && !isHeldByVerdicts(index);

  for (;;) {
    for (let hasChanged = true; hasChanged;) {
      hasChanged = false;
      const free = cap - count((index) => phase[index] === 'running');
      const next = calls.findIndex((_, index) => canStart(index));
      if (free > 0 && next !== -1) {
        phase[next] = 'running';
        starts[next] = now;
        ends.set(next, now + (calls[next]?.ms ?? 0));
        hasChanged = true;
        continue;
      }
      const ready = calls.findIndex(
        (_, index) =>
          phase[index] === 'waiting' && earlier(index, (other) => isDone(other) || !conflict(other, index)),
      );
      if (ready !== -1) {
        const isAsked = calls[ready]?.answer !== 'none';
        phase[ready] = isAsked ? 'asked' : 'cleared';
        if (isAsked) ends.set(ready, now + (calls[ready]?.answerMs ?? 0));
        hasChanged = true;
      }
    }
    // A call that has ended has given its slot back, and holds its claims until it has settled.
    const settling = phase.indexOf('settling');
    if (settling !== -1) {
      phase[settling] = 'done';
      continue;
    }
    const soonest = [...ends].sort((a, b) => a[1] - b[1])[0];
    if (soonest === undefined) return starts;
    const [index, at] = soonest;
    if (at === now) return undefined;
    now = at;
    ends.delete(index);
    if (phase[index] === 'asked' && calls[index]?.answer === 'allow') phase[index] = 'cleared';
    else phase[index] = phase[index] === 'running' ? 'settling' : 'done';
  }
}
