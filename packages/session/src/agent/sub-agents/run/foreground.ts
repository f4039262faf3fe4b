import type { AgentProgress, AgentReport, SpawnCall } from '@sluice/agent';
import type { CancelReason } from '@sluice/core';
import type { TaskRegistry } from '@sluice/tools';
import type { AgentRun } from './agent-run.ts';
import type { StopTold } from './end-of-work.ts';

const CALL_INTERRUPTED = 'the call that was waiting for it was interrupted';

export interface ForegroundOptions {
  readonly run: AgentRun;
  /** Of the work that has begun. */
  readonly report: Promise<AgentReport>;
  /** Waits, and stops the agent if it is interrupted. */
  readonly call: SpawnCall;
  /** Moves the agent to the background. Undefined: it stays. */
  readonly move: (() => boolean) | undefined;
  /** After so many milliseconds it moves. Undefined: never by itself. */
  readonly moveAfterMs: number | undefined;
  readonly tasks: Pick<TaskRegistry, 'offerMove'>;
  readonly onProgress: (listener: (progress: AgentProgress) => void) => () => void;
  readonly agentId: string;
}

/** Waits for an agent in the foreground, until it ends. Undefined: it has moved to the background. */
export async function waitInForeground(options: ForegroundOptions): Promise<AgentReport | undefined> {
  const { run, report, call, move, moveAfterMs, agentId } = options;
  const onAbort = (): void => run.stop('program', CALL_INTERRUPTED, toldBy(call.signal));
  call.signal.addEventListener('abort', onAbort, { once: true });
  if (call.signal.aborted) onAbort();
  const unlisten = options.onProgress((progress) => {
    if (progress.agentId === agentId) call.progress(progress);
  });
  const timer =
    moveAfterMs === undefined || move === undefined ? undefined : setTimeout(move, moveAfterMs).unref();
  const takeBack = move === undefined ? () => {} : options.tasks.offerMove(call.callId, move);
  try {
    return await call.idle(move === undefined ? report : Promise.race([report, run.moved]));
  } finally {
    clearTimeout(timer);
    takeBack();
    unlisten();
    call.signal.removeEventListener('abort', onAbort);
  }
}

/** What an agent is told when the call that waits for it ends. */
function toldBy({ reason }: AbortSignal): StopTold {
  const { kind } = (reason ?? {}) as Partial<CancelReason>;
  if (kind === 'user-cancel') return 'person';
  return kind === 'shutdown' ? kind : 'program';
}
