import type { Asker, Clock, PermissionPolicy } from '../../src/index.ts';
import { getOwn, isCallInquiry } from '../../src/index.ts';

/** What a person will say of a call, by its input's `answer`, `answerMs` milliseconds after being asked. */
export type ToyAnswer = 'none' | 'allow' | 'decline' | 'refuse';

export function readAnswer(input: unknown): { answer: ToyAnswer; answerMs: number } {
  const answer = typeof input === 'object' && input !== null ? getOwn(input, 'answer') : undefined;
  const ms = typeof input === 'object' && input !== null ? getOwn(input, 'answerMs') : undefined;
  return {
    answer: answer === 'allow' || answer === 'decline' || answer === 'refuse' ? answer : 'none',
    answerMs: typeof ms === 'number' ? ms : 0,
  };
}

/** `none` is allowed without asking, everything else asks. */
export const toyPolicy: PermissionPolicy = {
  decide: ({ input }) =>
    readAnswer(input).answer === 'none'
      ? { behavior: 'allow', by: 'mode', reason: 'nobody minds' }
      : { behavior: 'ask', by: 'default', reason: 'somebody may mind', remedy: 'Ask them.' },
};

/** `decline` says why, so that the turn goes on; `refuse` says nothing, and ends it. */
export function createToyAsker(clock: Clock): Asker & { readonly open: ReadonlySet<string> } {
  const open = new Set<string>();
  return {
    open,
    push(request, answer) {
      open.add(request.requestId);
      const { answer: said, answerMs } = readAnswer(isCallInquiry(request) ? request.input : undefined);
      clock.setTimer(answerMs, () => {
        if (!open.delete(request.requestId)) return;
        if (said === 'allow') answer({ behavior: 'allow' });
        else answer({ behavior: 'deny', ...(said === 'decline' ? { feedback: 'rather not' } : {}) });
      });
    },
    remove: (requestId) => void open.delete(requestId),
    update: () => {},
  };
}
