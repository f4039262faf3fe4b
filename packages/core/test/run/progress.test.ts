import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../../src/index.ts';
import { quiet } from '../support/drive.ts';
import { collect, createGate, createKit, FREE, ofType, runAll, toEnd, toolOf } from '../support/kit.ts';

describe('progress', () => {
  it('is delivered at once, before the call has ended', async () => {
    const gate = createGate();
    const kit = createKit([
      toolOf('Tells', {
        async *call() {
          yield { progress: 'a' };
          await gate.passed;
          yield { data: '' };
        },
      }),
    ]);
    const reading = collect(kit.runtime.run([{ id: 'c', name: 'Tells', input: {} }]));
    await quiet();
    expect(ofType(reading.events, 'progress')).toMatchObject([{ data: 'a', dropped: 0, callId: 'c' }]);
    gate.open();
    await toEnd(reading, kit.clock);
  });

  it('waits in place for a slow reader, who sees the latest of each call and how many were dropped', async () => {
    const kit = createKit([
      toolOf('Tells', {
        ...FREE,
        async call(_, { progress, callId }) {
          for (let step = 1; step <= 100; step += 1) progress(`${callId} ${step}`);
          return { data: 'x' };
        },
      }),
    ]);
    const run = kit.runtime.run([
      { id: 'c1', name: 'Tells', input: {} },
      { id: 'c2', name: 'Tells', input: {} },
    ]);
    await quiet();
    const events: RunEvent[] = [];
    for await (const event of run) events.push(event);
    expect(ofType(events, 'progress').map(({ data, dropped }) => [data, dropped])).toEqual([
      ['c1 100', 99],
      ['c2 100', 99],
    ]);
    expect(ofType(events, 'tool-result')).toHaveLength(2);
    expect(ofType(events, 'call-state').filter(({ status }) => status === 'executing')).toHaveLength(2);
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
    // The set of running calls is reported as it is now, once.
    expect(ofType(events, 'in-progress')).toMatchObject([{ calls: [] }]);
  });

  it('that was read is not counted as dropped', async () => {
    const gates = [createGate(), createGate()];
    const kit = createKit([
      toolOf('Tells', {
        async call(_, { progress }) {
          progress(1);
          progress(2);
          await gates[0]?.passed;
          progress(3);
          await gates[1]?.passed;
          return { data: '' };
        },
      }),
    ]);
    const reading = collect(kit.runtime.run([{ id: 'c', name: 'Tells', input: {} }]));
    for (const gate of gates) {
      await quiet();
      gate.open();
    }
    const told = ofType(await toEnd(reading, kit.clock), 'progress');
    expect(told.map(({ data }) => data)).toEqual([2, 3]);
    expect(told.at(-1)?.dropped).toBe(0);
  });

  it('after the result is not heard', async () => {
    let late: ((data: unknown) => void) | undefined;
    const kit = createKit([
      toolOf('Tells', {
        async call(_, { progress }) {
          late = progress;
          return { data: '' };
        },
      }),
    ]);
    const events = await runAll(kit, [{ id: 'c', name: 'Tells', input: {} }]);
    late?.('more');
    expect(ofType(events, 'progress')).toEqual([]);
    expect(ofType(await runAll(kit, [{ id: 'c', name: 'Tells', input: {} }]), 'progress')).toEqual([]);
  });
});
