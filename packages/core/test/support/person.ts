import type { Asker, CallInquiry, InquiryAnswer, PermissionPolicy } from '../../src/index.ts';
import { isCallInquiry } from '../../src/index.ts';

/** A person who answers when the test says so. */
export interface Person {
  readonly asker: Asker;
  /** Requests that wait for an answer. */
  readonly open: ReadonlyMap<string, CallInquiry>;
  readonly removed: readonly string[];
  /** In the order in which they came. */
  readonly updates: readonly CallInquiry[];
  /** How often each call was asked about. */
  asks(callId: string): number;
  /** Answers the latest request of a call, open or not. */
  answer(callId: string, given: InquiryAnswer): void;
}

export function createPerson(): Person {
  const open = new Map<string, CallInquiry>();
  const all: { request: CallInquiry; answer: (given: InquiryAnswer) => void }[] = [];
  const removed: string[] = [];
  const updates: CallInquiry[] = [];
  return {
    open,
    removed,
    updates,
    asker: {
      push(request, answer) {
        if (!isCallInquiry(request)) return answer({ behavior: 'unavailable', reason: 'only calls' });
        open.set(request.requestId, request);
        all.push({ request, answer });
      },
      remove(requestId) {
        open.delete(requestId);
        removed.push(requestId);
      },
      update(request) {
        if (isCallInquiry(request)) updates.push(request);
        if (isCallInquiry(request)) open.set(request.requestId, request);
      },
    },
    asks: (callId) => all.filter(({ request }) => request.callId === callId).length,
    answer(callId, given) {
      const latest = all.findLast(({ request }) => request.callId === callId);
      if (latest === undefined) throw new Error(`${callId} was not asked.`);
      open.delete(latest.request.requestId);
      latest.answer(given);
    },
  };
}

export const ALLOW: InquiryAnswer = { behavior: 'allow' };

/** Asks about the tools that are named, and allows the others. */
export function asking(...names: string[]): PermissionPolicy {
  return {
    decide: ({ tool }) =>
      names.includes(tool.name)
        ? { behavior: 'ask', by: 'default', reason: `${tool.name} asks`, remedy: 'Say so.' }
        : { behavior: 'allow', by: 'mode', reason: 'nobody minds' },
  };
}
