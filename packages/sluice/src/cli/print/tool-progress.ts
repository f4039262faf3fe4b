import { randomUUID } from 'node:crypto';
import type { AgentEvent } from '@sluice/agent';
import type { Clock, RunEvent } from '@sluice/core';

/** Milliseconds between reports that a call is still running. */
const HEARTBEAT_MS = 30_000;
/** Minimum milliseconds between progress reports of one call. */
const PROGRESS_MS = 100;

/** Reports running calls to a client: their progress, and that they are still running. */
export interface ToolProgress {
  /** Must receive every event, in order. */
  take(event: AgentEvent): void;
  /** Stops reporting. */
  close(): void;
}

type ProgressEvent = Extract<RunEvent, { readonly type: 'progress' }>;
type StateEvent = Extract<RunEvent, { readonly type: 'call-state' }>;

interface RunningCall {
  readonly since: number;
  stopHeartbeat: () => void;
  /** Nothing is reported before then; the latest progress in the meantime waits. */
  stopPause: (() => void) | undefined;
  waiting: ProgressEvent | undefined;
  sequence: number;
}

/** @param write writes a message */
export function createToolProgress(
  clock: Pick<Clock, 'now' | 'wallTime' | 'setTimer'>,
  write: (message: object) => void,
  nextId: () => string = randomUUID,
): ToolProgress {
  const running = new Map<string, RunningCall>();

  const common = ({ callId, toolName, parentCallId }: StateEvent | ProgressEvent, since: number) => ({
    type: 'tool_progress',
    tool_use_id: callId,
    tool_name: toolName,
    parent_tool_use_id: parentCallId ?? null,
    elapsed_time_seconds: Math.round((clock.now() - since) / 1000),
  });

  function start(event: StateEvent): RunningCall {
    const since = clock.now();
    const call: RunningCall = {
      since,
      stopHeartbeat: clock.setTimer(HEARTBEAT_MS, beat),
      stopPause: undefined,
      waiting: undefined,
      sequence: 0,
    };
    function beat(): void {
      write({ ...common(event, since), heartbeat: true });
      call.stopHeartbeat = clock.setTimer(HEARTBEAT_MS, beat);
    }
    return call;
  }

  function report(call: RunningCall, event: ProgressEvent): void {
    call.sequence += 1;
    write({
      ...common(event, call.since),
      progress_id: nextId(),
      sequence: call.sequence,
      timestamp: new Date(clock.wallTime()).toISOString(),
      data: event.data,
    });
    call.stopPause = clock.setTimer(PROGRESS_MS, () => {
      call.stopPause = undefined;
      const { waiting } = call;
      call.waiting = undefined;
      if (waiting !== undefined) report(call, waiting);
    });
  }

  function end(key: string): void {
    const call = running.get(key);
    if (call === undefined) return;
    running.delete(key);
    call.stopHeartbeat();
    call.stopPause?.();
    // A tool's last progress report must not be dropped by the pause.
    if (call.waiting !== undefined) report(call, call.waiting);
    call.stopPause?.();
  }

  return {
    take(event) {
      if (event.type !== 'engine') return;
      const of = event.event;
      if (of.type !== 'call-state' && of.type !== 'progress') return;
      const key = JSON.stringify([of.messageId, of.callId]);
      if (of.type === 'call-state') {
        end(key);
        if (of.status === 'executing') running.set(key, start(of));
        return;
      }
      const call = running.get(key);
      if (call === undefined) return;
      if (call.stopPause === undefined) report(call, of);
      else call.waiting = of;
    },
    close() {
      for (const key of running.keys()) end(key);
    },
  };
}
