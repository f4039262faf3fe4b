import type { Asker, PermissionAnswer, PermissionPolicy, PermissionRequest } from '../../src/index.ts';

/** A person who answers when the test says so. */
export interface Person {
  readonly asker: Asker;
  /** Requests that wait for an answer. */
  readonly open: ReadonlyMap<string, PermissionRequest>;
  readonly removed: readonly string[];
  /** How often each call was asked about. */
  asks(callId: string): number;
  /** Answers the latest request of a call, open or not. */
  answer(callId: string, given: PermissionAnswer): void;
}

export function createPerson(): Person {
  const open = new Map<string, PermissionRequest>();
  const all: { request: PermissionRequest; answer: (given: PermissionAnswer) => void }[] = [];
  const removed: string[] = [];
  return {
    open,
    removed,
    asker: {
      push(request, answer) {
        open.set(request.requestId, request);
        all.push({ request, answer });
      },
      remove(requestId) {
        open.delete(requestId);
        removed.push(requestId);
      },
      update(request) {
        open.set(request.requestId, request);
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

export const ALLOW: PermissionAnswer = { behavior: 'allow' };

/** Asks about the tools that are named, and allows the others. */
export function asking(...names: string[]): PermissionPolicy {
  return {
    decide: ({ tool }) =>
      names.includes(tool.name)
        ? { behavior: 'ask', by: 'default', reason: `${tool.name} asks`, remedy: 'Say so.' }
        : { behavior: 'allow', by: 'mode', reason: 'nobody minds' },
  };
}
