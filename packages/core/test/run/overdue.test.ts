import { describe, expect, it } from 'vitest';
import { writeFile, type AnyTool } from '../../src/index.ts';
import { quiet } from '../support/drive.ts';
import {
  collect,
  createGate,
  createKit,
  FREE,
  ofType,
  outcomes,
  resultOf,
  runAll,
  statuses,
  textOfResult,
  toEnd,
  toolOf,
  type Gate,
  type Kit,
} from '../support/kit.ts';
import { wait } from '../support/toy-tools.ts';

function deaf(gate: Gate, declaration: Parameters<typeof toolOf>[1] = {}): AnyTool {
  return toolOf('Deaf', {
    interruptBehavior: 'cancel',
    claims: () => [writeFile('/d/a')],
    async call(_, { progress, ledger }) {
      await gate.passed;
      progress('too late');
      ledger.record({
        path: '/d/late',
        kind: 'write',
        isPartial: false,
        hash: '',
        size: 0,
        mtimeMs: 0,
        inode: 0,
        callId: 'c',
        messageId: 'message-1',
      });
      return { data: 'too late', modifyContext: (context) => ({ ...context, cwd: '/late' }) };
    },
    ...declaration,
  });
}

async function pass({ clock }: Kit, ms: number): Promise<void> {
  await quiet();
  clock.advance(ms);
  await quiet();
}

describe('a tool that ignores its signal', () => {
  it('has two seconds, then its call is canceled and what it says later is dropped', async () => {
    const gate = createGate();
    const kit = createKit([deaf(gate)]);
    const run = kit.runtime.run([{ id: 'c', name: 'Deaf', input: {} }]);
    const reading = collect(run);
    await quiet();
    run.interrupt('user-cancel');
    await pass(kit, 1999);
    expect(statuses(reading.events, 'c').at(-1)).toBe('executing');
    await pass(kit, 1);
    const events = await toEnd(reading, kit.clock);
    expect(resultOf(events, 'c').outcome).toEqual({
      code: 'cancelled',
      reason: { kind: 'user-cancel' },
      started: true,
      mayStillRun: true,
    });
    expect(textOfResult(events, 'c')).toMatch(/may still be running/);
    gate.open();
    await quiet();
    expect(ofType(reading.events, 'progress')).toEqual([]);
    expect(ofType(reading.events, 'tool-result')).toHaveLength(1);
    expect(kit.runtime.session.cwd).toBe('/d');
    expect(kit.runtime.ledger.get('/d/late')).toBeUndefined();
    expect(kit.clock.pendingTimers).toBe(0);
  });

  it('gives its slot back, and calls that do not conflict go on', async () => {
    const gate = createGate();
    const kit = createKit([deaf(gate, { timeoutMs: () => 100 }), toolOf('Free', FREE)], {
      maxConcurrency: 1,
    });
    const reading = collect(
      kit.runtime.run([
        { id: 'c', name: 'Deaf', input: {} },
        { id: 'f', name: 'Free', input: {} },
      ]),
    );
    await pass(kit, 100);
    await pass(kit, 2000);
    expect(outcomes(reading.events)).toEqual({ c: 'cancelled timeout', f: 'ok' });
    gate.open();
    await toEnd(reading, kit.clock);
  });

  it('holds a conflicting call until it really ends', async () => {
    const gate = createGate();
    const kit = createKit([
      deaf(gate, { timeoutMs: () => 100 }),
      toolOf('Writes', { claims: () => [writeFile('/d/a')] }),
    ]);
    const reading = collect(
      kit.runtime.run([
        { id: 'c', name: 'Deaf', input: {} },
        { id: 'w', name: 'Writes', input: {} },
      ]),
    );
    await pass(kit, 100);
    await pass(kit, 2000);
    await pass(kit, 5000);
    expect(outcomes(reading.events)).toEqual({ c: 'cancelled timeout' });
    expect(statuses(reading.events, 'w').at(-1)).toBe('queued');
    gate.open();
    await quiet();
    expect(textOfResult(reading.events, 'w')).toBe('Writes done');
    await toEnd(reading, kit.clock);
  });

  it('holds it ten seconds at the most; then it runs and says so, in a later message as well', async () => {
    const gate = createGate();
    const kit = createKit([
      deaf(gate, { timeoutMs: () => 100 }),
      toolOf('Writes', { claims: () => [writeFile('/d/a')] }),
    ]);
    const reading = collect(
      kit.runtime.run([
        { id: 'c', name: 'Deaf', input: {} },
        { id: 'w', name: 'Writes', input: {} },
      ]),
    );
    await pass(kit, 100);
    await pass(kit, 2000);
    await pass(kit, 9999);
    expect(statuses(reading.events, 'w').at(-1)).toBe('queued');
    await pass(kit, 1);
    const events = await toEnd(reading, kit.clock);
    expect(textOfResult(events, 'w')).toMatch(/Writes done\n\[This call ran although Deaf \(c\)/);
    expect(ofType(events, 'notice')).toMatchObject([{ code: 'conflict-wait-over', callId: 'w' }]);

    const later = await runAll(kit, [{ id: 'x', name: 'Writes', input: {} }]);
    expect(textOfResult(later, 'x')).toMatch(/Deaf \(c\)/);
    gate.open();
    await quiet();
    const after = await runAll(kit, [{ id: 'y', name: 'Writes', input: {} }]);
    expect(textOfResult(after, 'y')).toBe('Writes done');
  });

  it('may be given other spans', async () => {
    const kit = createKit([deaf(createGate()), toolOf('Writes', { claims: () => [writeFile('/d/a')] })], {
      graceMs: 10,
      conflictWaitMs: 20,
      callTimeoutMs: 5,
    });
    const events = await runAll(kit, [
      { id: 'c', name: 'Deaf', input: {} },
      { id: 'w', name: 'Writes', input: {} },
    ]);
    expect(outcomes(events)).toEqual({ c: 'cancelled timeout', w: 'ok' });
    expect(kit.clock.now()).toBe(35);
  });
});

describe('timeouts', () => {
  it('stop a call that executes for too long, and name the limit', async () => {
    const kit = createKit([
      toolOf('Slow', {
        timeoutMs: () => 1500,
        async call(_, { signal }) {
          await wait(kit.clock, 60_000, signal);
          throw new Error('stopped');
        },
      }),
    ]);
    const events = await runAll(kit, [{ id: 'c', name: 'Slow', input: {} }]);
    expect(resultOf(events, 'c').outcome).toMatchObject({ reason: { kind: 'timeout', afterMs: 1500 } });
    expect(textOfResult(events, 'c')).toMatch(/longer than its limit of 1\.5 s/);
    expect(kit.clock.now()).toBe(1500);
  });

  it('do not count waits in the queue, for a person or for nested calls', async () => {
    const kit = createKit(
      [
        toolOf('Long', {
          async call(_, { signal }) {
            await wait(kit.clock, 5000, signal);
            return { data: '' };
          },
        }),
        toolOf('Parent', {
          timeoutMs: () => 1000,
          async call(_, { invoke, signal }) {
            await wait(kit.clock, 400, signal);
            await invoke({ name: 'Long', input: {} });
            await wait(kit.clock, 400, signal);
            return { data: 'in time' };
          },
        }),
      ],
      {
        policy: {
          decide: ({ tool }) =>
            tool.name === 'Parent'
              ? { behavior: 'ask', by: 'default', reason: '', remedy: '' }
              : { behavior: 'allow', by: 'mode', reason: '' },
        },
        asker: {
          push: (_, answer) => void kit.clock.setTimer(7000, () => answer({ behavior: 'allow' })),
          remove: () => {},
          update: () => {},
        },
      },
    );
    const events = await runAll(kit, [
      { id: 'l', name: 'Long', input: {} },
      { id: 'p', name: 'Parent', input: {} },
    ]);
    expect(textOfResult(events, 'p')).toBe('in time');
    expect(kit.clock.now()).toBe(5000 + 7000 + 5800);
  });

  it('count the time before and after a nested call together', async () => {
    const kit = createKit([
      toolOf('Quick', FREE),
      toolOf('Parent', {
        timeoutMs: () => 1000,
        async call(_, { invoke, signal }) {
          await wait(kit.clock, 600, signal);
          await invoke({ name: 'Quick', input: {} });
          await wait(kit.clock, 600, signal);
          if (signal.aborted) throw new Error('stopped');
          return { data: '' };
        },
      }),
    ]);
    const events = await runAll(kit, [{ id: 'p', name: 'Parent', input: {} }]);
    expect(outcomes(events)).toEqual({ p: 'cancelled timeout' });
  });
});
