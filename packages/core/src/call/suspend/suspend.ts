import type { Asker } from '../../permission/ask/asker.ts';
import type { CallInquiry } from '../../permission/ask/inquiry.ts';
import type { JournaledAsk } from '../../journal/session.ts';
import type { SuspendedAnswer } from '../../permission/ask/suspended-answer.ts';
import { demandsOfAsk, type Ask } from '../../permission/ask/demands-of-ask.ts';
import { onGrounds } from '../../permission/describe/on-grounds.ts';
import { lastingPlaces } from '../decided-places.ts';
import { seenFiles } from './seen-files.ts';
import type { Decided } from '../../engine/verdicts.ts';
import type { Engine } from '../../engine/engine.ts';
import type { AnyTool } from '../../tool/tool.ts';
import type { Call } from '../../engine/call.ts';
import { sha256 } from '../../ports/memory/sha256.ts';
import { complete, settle, textResult } from '../settle/settle.ts';

/** Enough that no two questions of a machine share an id. */
const ID_DIGITS = 16;

/** No one is there: hooks alone can answer. */
export const NO_PERSON: Asker = {
  push: (_inquiry, answer) => answer({ behavior: 'unavailable', reason: 'no one can answer now' }),
  remove() {},
  update() {},
};

/** Whether the call can stay open until someone answers: nothing waits for its result in the middle of other work. */
export function canSuspend(engine: Engine, call: Call, tool: AnyTool): boolean {
  return call.parent === undefined && engine.agent.identity === undefined && tool.interaction !== 'questions';
}

export function askOf(engine: Engine, call: Call): JournaledAsk | undefined {
  return engine.suspended.askOf(call.group.messageId, call.id);
}

/** Names a question by all that an answer is about: another question never has the same id. */
export async function contentId(
  { requestId: _id, suggestedRules: _rules, batch: _batch, reason: _reason, ...shown }: CallInquiry,
  messageId: string,
  decision: Ask,
  { files, places }: Decided,
): Promise<string> {
  const content = JSON.stringify([
    messageId,
    shown,
    [...demandsOfAsk(decision)].toSorted(),
    [...files],
    lastingPlaces(places),
  ]);
  return `ask-${(await sha256(new TextEncoder().encode(content))).slice(0, ID_DIGITS)}`;
}

/**
 * Leaves the call without a result until someone answers. The same question is journaled once.
 *
 * @returns why it can't be left open
 */
export async function suspend(engine: Engine, call: Call, request: CallInquiry): Promise<string | undefined> {
  const { messageId } = call.group;
  const { requestId } = request;
  if (askOf(engine, call)?.requestId !== requestId) {
    const text = await engine.ports.journal.text(JSON.stringify(request));
    const seen = await seenFiles(engine, call);
    const line = { type: 'suspended' as const, messageId, callId: call.id, requestId, request: text };
    const problem = engine.ports.journal.write(seen === undefined ? line : { ...line, seen });
    if (problem !== undefined) return problem;
    engine.suspended.put(messageId, call.id, { requestId, request: text, answer: undefined });
  }
  leaveOpen(engine, call, requestId, `it is waiting for an answer (${requestId})`);
  return undefined;
}

/** Its result for now is seen only by the reader of the run. */
export function leaveOpen(engine: Engine, call: Call, requestId: string | undefined, reason: string): void {
  const outcome = { code: 'suspended', requestId, reason } as const;
  call.group.leftOpen.push(call);
  complete(engine, call, textResult(engine, call, outcome, reason, { reason }), { isKnown: true });
}

/** A refusal applies whatever is decided now: the person said no to this call. */
export function refuseAsAnswered(engine: Engine, call: Call, { feedback }: SuspendedAnswer): void {
  const said = feedback === undefined || feedback.trim() === '' ? undefined : feedback;
  const grounds = onGrounds({ kind: 'declined', approver: undefined, feedback: said, goesOn: true });
  call.verdicts.decision = { behavior: 'deny', by: 'person', ...grounds };
  settle(engine, call, { code: 'denied', by: 'person', ...grounds, feedback: said, endsTurn: false });
}
