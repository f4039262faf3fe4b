import type { AgentEvent } from '@sluice/agent';
import { createFakeClock, type CallStatus } from '@sluice/core';
import { expect, test } from 'vitest';
import { createToolProgress } from '../../../src/cli/print/tool-progress.ts';

function state(callId: string, status: CallStatus, parentCallId?: string): AgentEvent {
  return {
    type: 'engine',
    event: {
      sequence: 0,
      time: 0,
      type: 'call-state',
      status,
      attempt: 1,
      callId,
      messageId: 'm',
      toolName: 'Bash',
      parentCallId,
    },
  };
}

function start() {
  const clock = createFakeClock();
  const told: object[] = [];
  const heartbeat = createToolProgress(clock, (message) => void told.push(message));
  /** Time passes a second at a time, as it does. */
  const wait = (seconds: number): void => {
    for (let second = 0; second < seconds; second += 1) clock.advance(1000);
  };
  return { clock, told, heartbeat, wait };
}

test('a call that runs for long is told of each half minute, from its own beginning', () => {
  const { told, heartbeat, wait } = start();
  wait(17);
  heartbeat.take(state('a', 'executing'));
  wait(29);
  expect(told).toEqual([]);
  wait(1);
  expect(told).toEqual([
    {
      type: 'tool_progress',
      tool_use_id: 'a',
      tool_name: 'Bash',
      parent_tool_use_id: null,
      elapsed_time_seconds: 30,
      heartbeat: true,
    },
  ]);
  heartbeat.take(state('b', 'executing', 'a'));
  wait(30);
  expect(told.slice(1)).toMatchObject([
    { tool_use_id: 'a', elapsed_time_seconds: 60 },
    { tool_use_id: 'b', parent_tool_use_id: 'a', elapsed_time_seconds: 30 },
  ]);
});

test('nothing is told of calls that wait or have ended, nor at the end', () => {
  const { clock, told, heartbeat, wait } = start();
  heartbeat.take(state('a', 'awaiting-permission'));
  heartbeat.take(state('b', 'executing'));
  heartbeat.take(state('b', 'settling'));
  heartbeat.take(state('c', 'executing'));
  wait(20);
  heartbeat.close();
  wait(100);
  expect([told, clock.untilNext]).toEqual([[], undefined]);
});

const says = (callId: string, data: unknown): AgentEvent => ({
  type: 'engine',
  event: {
    sequence: 0,
    time: 0,
    type: 'progress',
    data,
    dropped: 0,
    callId,
    messageId: 'm',
    toolName: 'Bash',
    parentCallId: undefined,
  },
});

test('what a tool says is reported at once, then at most ten times a second; the latest wins and the last is kept', () => {
  const { clock, told, heartbeat } = start();
  heartbeat.take(state('a', 'executing'));
  heartbeat.take(says('a', 1));
  heartbeat.take(says('a', 2));
  heartbeat.take(says('a', 3));
  expect(told).toMatchObject([
    { type: 'tool_progress', tool_use_id: 'a', sequence: 1, data: 1, elapsed_time_seconds: 0 },
  ]);
  expect(told[0]).toMatchObject({ progress_id: expect.any(String), timestamp: expect.any(String) });
  clock.advance(100);
  expect(told.slice(1)).toMatchObject([{ sequence: 2, data: 3 }]);
  heartbeat.take(says('a', 4));
  heartbeat.take(state('a', 'settling'));
  expect(told.slice(2)).toMatchObject([{ sequence: 3, data: 4 }]);
  heartbeat.take(says('a', 5));
  clock.advance(1000);
  expect(told).toHaveLength(3);
});
