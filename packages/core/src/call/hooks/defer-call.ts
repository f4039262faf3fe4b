import type { Engine } from '../../engine/engine.ts';
import { isStopped, wait, type Call } from '../../engine/call.ts';
import { complete, settle, textResult } from '../settle/settle.ts';
import type { Outcome } from '../../data/outcome.ts';
import type { StageResult } from '../stage.ts';

type Blocked = Extract<Outcome, { code: 'blocked-by-hook' }>;

/**
 * A hook defers the call. The only call of a message stays open in the journal, and its reader ends there: anyone who resumes the session
 * feeds it again, and its hooks are asked again. Its result for now is seen only by the reader of the run.
 */
export async function deferCall(
  engine: Engine,
  call: Call,
  { hook, reason }: Pick<Blocked, 'hook' | 'reason'>,
): Promise<StageResult> {
  const deferred: Blocked = {
    code: 'blocked-by-hook',
    hook,
    reason: `the call is deferred (${reason})`,
    isDeferred: true,
  };
  if (!engine.schedule.defersCalls) {
    settle(engine, call, deferred);
    return 'settled';
  }
  const { group } = call;
  // Until the message is complete, another call may follow.
  while (group.isAlone?.() === 'unknown' && !isStopped(call)) await wait(call);
  if (isStopped(call)) return 'next';
  if (group.isAlone?.() !== 'yes') {
    settle(engine, call, { code: 'blocked-by-hook', hook, reason: refusal(call, reason) });
    return 'settled';
  }
  engine.ports.journal.write({ type: 'deferred', messageId: group.messageId, callId: call.id });
  const shown = textResult(engine, call, deferred, deferred.reason, { reason });
  complete(engine, call, shown, { isKnown: true });
  return 'settled';
}

function refusal({ parent }: Call, reason: string): string {
  return parent === undefined
    ? `the call must be deferred (${reason}), which works only for a call that is alone in its message: make it again in its own message`
    : `the call must be deferred (${reason}), which is not possible for a nested call`;
}

/** The call stays open: its message is not complete in the journal, and nothing of it goes to the model. */
export function staysDeferred(engine: Engine, { result }: Call): boolean {
  return (
    engine.schedule.defersCalls &&
    result?.outcome.code === 'blocked-by-hook' &&
    result.outcome.isDeferred === true
  );
}
