import { present } from '@sluice/base';
import type { Hook } from '../hook/hooks.ts';
import type { AnyHookResult, HookEnd, HookObserver } from '../hook/run-all.ts';
import type { Engine } from '../engine/engine.ts';
import type { RunEventBody } from '../engine/events.ts';
import type { HookSaid } from '../data/hook-said.ts';

/** What a hook is about. */
interface About {
  readonly messageId: string;
  /** Undefined: the message as a whole. */
  readonly callId: string | undefined;
  readonly toolName: string | undefined;
}

/** Reports each hook's start and end to the event stream, and what it said and how long it took to the journal. */
export function observeHooks(engine: Engine, emit: (body: RunEventBody) => void, about: About): HookObserver {
  const { messageId, callId, toolName } = about;
  return (hook) => {
    const { event, name, place, statusMessage } = hook;
    const startedAt = engine.ports.clock.now();
    const runId = engine.agent.family.nextHookRunId();
    const which = { type: 'hook', runId, event, hook: name, place, messageId, callId, toolName } as const;
    emit({ ...which, status: 'started', statusMessage });
    return {
      progressed({ stdout, stderr }) {
        const elapsedMs = engine.ports.clock.now() - startedAt;
        emit({ ...which, status: 'progress', elapsedMs, stdout, stderr });
      },
      ended(end) {
        const durationMs = engine.ports.clock.now() - startedAt;
        const said = whatItSaid(end);
        const { terminalSequence, program } = end.result ?? {};
        emit({
          ...which,
          status: 'ended',
          outcome: end.outcome,
          durationMs,
          said,
          terminalSequence,
          program,
        });
        if (engine.ports.journal.isOn) writeEnd(engine, hook, about, end.outcome, durationMs, said);
      },
    };
  };
}

function writeEnd(
  engine: Engine,
  { event, name, place }: Hook,
  { messageId, callId }: About,
  outcome: HookEnd['outcome'],
  durationMs: number,
  said: HookSaid,
): void {
  const line = {
    type: 'hook' as const,
    messageId,
    ...present({ callId }),
    event,
    hook: shortened(name),
    place: place === undefined ? undefined : shortened(place),
    outcome,
    durationMs,
    said: { ...said, reason: said.reason === undefined ? undefined : shortened(said.reason) },
  };
  engine.ports.journal.writeSoon(line, () => {});
}

function whatItSaid({ result, error }: HookEnd): HookSaid {
  if (result === undefined) return error === undefined ? {} : { reason: error };
  const reason = result.reason ?? result.stop?.reason ?? noticeOf(result);
  return {
    decision: result.decision,
    reason,
    changesInput: result.updatedInput === undefined ? undefined : true,
    changesOutput: 'updatedOutput' in result ? true : undefined,
    addsContext: result.additionalContext === undefined ? undefined : true,
    stops: result.stop === undefined ? undefined : true,
    allowsRetry: result.retry === true ? true : undefined,
  };
}

/** For a hook that failed, why. */
function noticeOf({ ended, notices }: AnyHookResult): string | undefined {
  return ended === undefined ? undefined : notices?.[0];
}

/** A journal line is limited in size. */
const MAX_CHARS = 1000;

function shortened(text: string): string {
  return text.length <= MAX_CHARS ? text : `${text.slice(0, MAX_CHARS).toWellFormed()}…`;
}
