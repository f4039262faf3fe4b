import type { Hook } from '../hook/hooks.ts';
import type { AnyHookResult, HookEnd, HookObserver } from '../hook/run-all.ts';
import type { Engine } from '../run/engine.ts';
import type { HookSaid, RunEventBody } from '../run/events.ts';

/** Whom a hook is about. */
interface About {
  readonly messageId: string;
  /** Undefined: the message as a whole. */
  readonly callId: string | undefined;
  readonly toolName: string | undefined;
}

/** Tells the stream of each hook that begins and ends, and the journal of what it said and how long that took. */
export function observeHooks(
  engine: Engine,
  emit: (body: RunEventBody) => void,
  { messageId, callId, toolName }: About,
): HookObserver {
  const startedAt = new Map<Hook, number>();
  const identity = (hook: Hook) => ({
    event: hook.event,
    hook: hook.name,
    place: hook.place,
    messageId,
    callId,
    toolName,
  });
  return {
    started(hook) {
      startedAt.set(hook, engine.clock.now());
      const { statusMessage } = hook;
      emit({ type: 'hook', status: 'started', statusMessage, ...identity(hook) });
    },
    progressed(hook, { stdout, stderr }) {
      const elapsedMs = engine.clock.now() - (startedAt.get(hook) ?? engine.clock.now());
      emit({ type: 'hook', status: 'progress', elapsedMs, stdout, stderr, ...identity(hook) });
    },
    ended(hook, end) {
      const now = engine.clock.now();
      const durationMs = now - (startedAt.get(hook) ?? now);
      const said = whatItSaid(end);
      const terminalSequence = end.result?.terminalSequence;
      emit({
        type: 'hook',
        status: 'ended',
        outcome: end.outcome,
        durationMs,
        said,
        terminalSequence,
        program: end.result?.program,
        ...identity(hook),
      });
      engine.journal.write({
        type: 'hook',
        messageId,
        ...(callId !== undefined && { callId }),
        event: hook.event,
        hook: shortened(hook.name),
        ...(hook.place !== undefined && { place: shortened(hook.place) }),
        outcome: end.outcome,
        durationMs,
        said: { ...said, ...(said.reason !== undefined && { reason: shortened(said.reason) }) },
      });
    },
  };
}

function whatItSaid({ result, error }: HookEnd): HookSaid {
  if (result === undefined) return error === undefined ? {} : { reason: error };
  const reason = result.reason ?? result.stop?.reason ?? noticeOf(result);
  return {
    ...(result.decision !== undefined && { decision: result.decision }),
    ...(reason !== undefined && { reason }),
    ...(result.updatedInput !== undefined && { changesInput: true }),
    ...('updatedOutput' in result && { changesOutput: true }),
    ...(result.additionalContext !== undefined && { addsContext: true }),
    ...(result.stop !== undefined && { stops: true }),
    ...(result.retry === true && { allowsRetry: true }),
  };
}

/** Of a hook that failed, why. */
function noticeOf({ ended, notices }: AnyHookResult): string | undefined {
  return ended === undefined ? undefined : notices?.[0];
}

/** A line of the journal is bounded. */
const MOST = 1000;

function shortened(text: string): string {
  return text.length <= MOST ? text : `${text.slice(0, MOST).toWellFormed()}…`;
}
