import { describe, expect, it } from 'vitest';
import type { AnyTool, PermissionPolicy } from '../../src/index.ts';
import { quiet } from '../support/drive.ts';
import {
  aborted,
  call,
  collect,
  createFeed,
  createGate,
  createKit,
  FREE,
  ofType,
  outcomes,
  resultOf,
  statuses,
  textOfResult,
  toEnd,
  toolOf,
  type Gate,
} from '../support/kit.ts';

type Reason = 'user-message' | 'user-cancel' | 'shutdown';
type Stage = 'queued' | 'preparing' | 'awaiting-permission' | 'executing';

/** Ends when told to, by its signal or by the gate. */
function waiting(name: string, behavior: 'block' | 'cancel', gate: Gate): AnyTool {
  return toolOf(name, {
    ...FREE,
    isReadOnly: false,
    interruptBehavior: behavior,
    async call(_, { signal }) {
      await Promise.race([gate.passed, aborted(signal)]);
      if (signal.aborted) throw new Error('stopped');
      return { data: 'whole' };
    },
  });
}

const policy: PermissionPolicy = {
  decide: ({ tool }) =>
    tool.name === 'Asks'
      ? { behavior: 'ask', by: 'default', reason: 'asks', remedy: '' }
      : { behavior: 'allow', by: 'mode', reason: '' },
};

/** One call in each stage, told apart by its id. */
async function inStage(stage: Stage, behavior: 'block' | 'cancel') {
  const gate = createGate();
  const hookGate = createGate();
  const removed: string[] = [];
  const first = waiting('First', behavior, gate);
  const kit = createKit(
    [
      stage === 'queued' ? { ...first, claims: () => 'exclusive' } : first,
      waiting('Second', behavior, gate),
      waiting('Asks', behavior, gate),
    ],
    {
      policy,
      asker: { push: () => {}, remove: (id) => void removed.push(id), update: () => {} },
      hooks: [
        {
          event: 'PreToolUse',
          name: 'slow',
          matches: () => stage === 'preparing',
          run: () => hookGate.passed.then(() => undefined),
        },
      ],
    },
  );
  const name = stage === 'queued' ? 'Second' : stage === 'awaiting-permission' ? 'Asks' : 'First';
  const calls = [
    ...(stage === 'queued' ? [{ id: 'first', name: 'First', input: {} }] : []),
    { id: 'c', name, input: {} },
  ];
  const run = kit.runtime.run(calls);
  const reading = collect(run);
  await quiet();
  expect(statuses(reading.events, 'c').at(-1)).toBe(stage);
  return { kit, run, reading, gate, hookGate, removed };
}

const REASONS: readonly Reason[] = ['user-message', 'user-cancel', 'shutdown'];
const STAGES: readonly Stage[] = ['queued', 'preparing', 'awaiting-permission', 'executing'];
const ROWS = REASONS.flatMap((reason) =>
  STAGES.flatMap((stage) =>
    (['block', 'cancel'] as const).map((behavior) => ({
      reason,
      stage,
      behavior,
      ends:
        reason === 'user-message' && stage === 'executing' && behavior === 'block'
          ? 'ok'
          : `cancelled ${reason}`,
    })),
  ),
);

describe('an interrupt', () => {
  it.each(ROWS)('by $reason, of a call that is $stage and declares $behavior: $ends', async (row) => {
    const { kit, run, reading, gate, hookGate, removed } = await inStage(row.stage, row.behavior);
    run.interrupt(row.reason);
    hookGate.open();
    await quiet();
    if (row.ends === 'ok') expect(ofType(reading.events, 'tool-result')).toEqual([]);
    gate.open();
    const events = await toEnd(reading, kit.clock);
    expect(outcomes(events)['c']).toBe(row.ends);
    if (row.ends !== 'ok') {
      expect(resultOf(events, 'c').outcome).toMatchObject({ started: row.stage === 'executing' });
    }
    expect(removed).toHaveLength(row.stage === 'awaiting-permission' ? 1 : 0);
    expect(ofType(events, 'permission-withdrawn')).toHaveLength(removed.length);
    expect(kit.clock.pendingTimers).toBe(0);
  });

  it('keeps its first reason', async () => {
    const { kit, run, reading } = await inStage('executing', 'cancel');
    run.interrupt('user-cancel');
    run.interrupt('shutdown');
    const events = await toEnd(reading, kit.clock);
    expect(outcomes(events)).toEqual({ c: 'cancelled user-cancel' });
    expect(textOfResult(events, 'c')).toMatch(/stopped while it ran: the user interrupted/);
  });

  it('that spared a call may be followed by one that does not', async () => {
    const { kit, run, reading } = await inStage('executing', 'block');
    run.interrupt('user-message');
    await quiet();
    expect(statuses(reading.events, 'c').at(-1)).toBe('executing');
    run.interrupt('user-cancel');
    expect(outcomes(await toEnd(reading, kit.clock))).toEqual({ c: 'cancelled user-cancel' });
  });

  it('keeps a result that a tool gives although it was stopped', async () => {
    const kit = createKit([
      toolOf('Polite', {
        async call(_, { signal }) {
          await aborted(signal);
          return { data: 'what I have' };
        },
      }),
    ]);
    const run = kit.runtime.run([{ id: 'c', name: 'Polite', input: {} }]);
    const reading = collect(run);
    await quiet();
    run.interrupt('user-cancel');
    expect(textOfResult(await toEnd(reading, kit.clock), 'c')).toBe('what I have');
  });

  it('cancels what still comes with the open message, but not the next message', async () => {
    const kit = createKit([toolOf('Any', FREE)]);
    const feed = createFeed();
    const reading = collect(kit.runtime.run(feed.items));
    feed.put(call('c1', 'Any'));
    await quiet();
    feed.put({ type: 'interrupt', reason: 'user-message' }, call('c2', 'Any'), {
      type: 'message-end',
      stopReason: 'end_turn',
      lastBlockIsCall: false,
    });
    feed.put(call('c3', 'Any'));
    feed.end();
    expect(outcomes(await toEnd(reading, kit.clock))).toEqual({
      c1: 'ok',
      c2: 'cancelled user-message',
      c3: 'ok',
    });
  });

  it('reaches messages that wait for their turn', async () => {
    const gate = createGate();
    const kit = createKit([waiting('First', 'block', gate), toolOf('Any', FREE)]);
    const feed = createFeed();
    const run = kit.runtime.run(feed.items);
    const reading = collect(run);
    const over = { type: 'message-end', stopReason: 'tool_use', lastBlockIsCall: true } as const;
    feed.put(call('c1', 'First'), over, call('c2', 'Any'), over);
    feed.end();
    await quiet();
    run.interrupt('user-message');
    gate.open();
    expect(outcomes(await toEnd(reading, kit.clock))).toEqual({ c1: 'ok', c2: 'cancelled user-message' });
  });
});

describe('the calls in progress', () => {
  it.each([
    ['none', ['Blocks']],
    ['all', ['Cancels']],
    ['some', ['Blocks', 'Cancels']],
  ] as const)('tell that %s of them can be interrupted', async (interruptible, names) => {
    const gate = createGate();
    const kit = createKit([waiting('Blocks', 'block', gate), waiting('Cancels', 'cancel', gate)]);
    const run = kit.runtime.run(names.map((name) => ({ id: name, name, input: {} })));
    const reading = collect(run);
    await quiet();
    expect(run.inProgress()).toMatchObject({
      interruptible,
      calls: names.map((name) => ({ callId: name, isInterruptible: name === 'Cancels' })),
    });
    expect(ofType(reading.events, 'in-progress').at(-1)).toMatchObject({ interruptible });
    gate.open();
    const events = await toEnd(reading, kit.clock);
    expect(ofType(events, 'in-progress').at(-1)).toMatchObject({ calls: [], interruptible: 'none' });
  });

  it('count a tool that can not say as one that blocks', async () => {
    const gate = createGate();
    const kit = createKit([
      toolOf('Odd', {
        interruptBehavior: () => {
          throw new Error('hm');
        },
        call: async () => ({ data: await gate.passed }),
      }),
    ]);
    const run = kit.runtime.run([{ id: 'c', name: 'Odd', input: {} }]);
    const reading = collect(run);
    await quiet();
    expect(run.inProgress().interruptible).toBe('none');
    run.interrupt('user-message');
    gate.open();
    expect(outcomes(await toEnd(reading, kit.clock))).toEqual({ c: 'ok' });
  });
});
