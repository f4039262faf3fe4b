import type { AgentEvent } from '@sluice/agent';
import type { Clock } from '@sluice/core';

/** Milliseconds after which a call that runs is told of, and then again and again. */
const HEARTBEAT_MS = 30_000;

/** Tells a client of calls that run for long: of each by itself, from its own beginning. */
export interface Heartbeat {
  /** Takes every event, in order. */
  take(event: AgentEvent): void;
  /** Nothing is told any more. */
  close(): void;
}

/** @param write writes a message */
export function createHeartbeat(
  clock: Pick<Clock, 'now' | 'setTimer'>,
  write: (message: object) => void,
): Heartbeat {
  const running = new Map<string, () => void>();

  function watch(key: string, callId: string, toolName: string, parentCallId: string | undefined): void {
    const since = clock.now();
    const beat = (): void => {
      const elapsed = Math.round((clock.now() - since) / 1000);
      write({
        type: 'tool_progress',
        tool_use_id: callId,
        tool_name: toolName,
        parent_tool_use_id: parentCallId ?? null,
        elapsed_time_seconds: elapsed,
        heartbeat: true,
      });
      running.set(key, clock.setTimer(HEARTBEAT_MS, beat));
    };
    running.set(key, clock.setTimer(HEARTBEAT_MS, beat));
  }

  return {
    take(event) {
      if (event.type !== 'engine' || event.event.type !== 'call-state') return;
      const { messageId, callId, toolName, parentCallId, status } = event.event;
      const key = JSON.stringify([messageId, callId]);
      running.get(key)?.();
      running.delete(key);
      if (status === 'executing') watch(key, callId, toolName, parentCallId);
    },
    close() {
      for (const stop of running.values()) stop();
      running.clear();
    },
  };
}
