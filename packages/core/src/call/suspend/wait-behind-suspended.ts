import type { Engine } from '../../engine/engine.ts';
import { isInterrupted, type Call } from '../../engine/call.ts';
import { seenFiles } from './seen-files.ts';
import { demandsConflict } from '../../schedule/demands.ts';
import { leaveOpen } from './suspend.ts';
import type { StageResult } from '../stage.ts';

/**
 * A call of the model whose earlier sibling stays open stays open too, if it has effects or conflicts with that one: it must find what it
 * would find if each call ran after the one before it.
 */
export function waitBehindSuspended(engine: Engine, call: Call): StageResult | Promise<StageResult> {
  const earlier = call.parent === undefined ? openBefore(call) : undefined;
  if (earlier === undefined) return 'next';
  return waitBehind(engine, call, earlier);
}

async function waitBehind(engine: Engine, call: Call, earlier: Call): Promise<StageResult> {
  const seen = await seenFiles(engine, call);
  if (isInterrupted(call)) return 'next';
  const line = { type: 'deferred' as const, messageId: call.group.messageId, callId: call.id };
  engine.ports.journal.write(seen === undefined ? line : { ...line, seen });
  leaveOpen(engine, call, undefined, `the earlier call ${earlier.id} has not run yet`);
  return 'settled';
}

function openBefore(call: Call): Call | undefined {
  const demands = call.demands ?? 'exclusive';
  return call.group.leftOpen.find(
    (earlier) =>
      earlier.index < call.index &&
      earlier.result?.outcome.code === 'suspended' &&
      (call.hasEffects || demandsConflict(demands, earlier.demands ?? 'exclusive')),
  );
}
