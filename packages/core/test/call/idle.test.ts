import { describe, expect, it } from 'vitest';
import { collect, createGate, createKit, FREE, outcomes, toEnd, toolOf } from '../support/kit.ts';
import { quiet } from '../support/drive.ts';

describe('a call that waits for something other than its work', () => {
  it('holds no slot meanwhile, and goes on only when one is free', async () => {
    const woken = createGate();
    const works = createGate();
    const log: string[] = [];
    const waits = toolOf('Waits', {
      ...FREE,
      async call(_input, { idle }) {
        const value = await idle(woken.passed.then(() => 'woken'));
        log.push(value);
        return { data: value };
      },
    });
    const other = toolOf('Works', {
      ...FREE,
      async call() {
        log.push('works');
        await works.passed;
        log.push('worked');
        return { data: 'done' };
      },
    });
    const kit = createKit([waits, other], { maxConcurrency: 1 });
    const reading = collect(
      kit.runtime.run([
        { id: 'a', name: 'Waits', input: {} },
        { id: 'b', name: 'Works', input: {} },
      ]),
    );
    await quiet();
    expect(log).toEqual(['works']);
    woken.open();
    await quiet();
    expect(log).toEqual(['works']);
    works.open();
    const events = await toEnd(reading, kit.clock);
    expect(log).toEqual(['works', 'worked', 'woken']);
    expect(outcomes(events)).toEqual({ a: 'ok', b: 'ok' });
  });

  it('does not count towards its timeout, and ends with what it waits for', async () => {
    const gate = createGate();
    const waits = toolOf('Waits', {
      ...FREE,
      timeoutMs: () => 1000,
      async call(_input, { idle }) {
        await idle(gate.passed);
        await idle(Promise.reject(new Error('no more'))).catch(() => {});
        return { data: 'done' };
      },
    });
    const kit = createKit([waits]);
    const reading = collect(kit.runtime.run([{ id: 'a', name: 'Waits', input: {} }]));
    await quiet();
    kit.clock.advance(60_000);
    gate.open();
    expect(outcomes(await toEnd(reading, kit.clock))).toEqual({ a: 'ok' });
  });
});
