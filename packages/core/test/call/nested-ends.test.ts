import { describe, expect, it } from 'vitest';
import { writeFile, type AnyTool } from '../../src/index.ts';
import { quiet } from '../support/drive.ts';
import {
  aborted,
  collect,
  createGate,
  createKit,
  FREE,
  ofType,
  outcomes,
  resultOf,
  runAll,
  textOfResult,
  toEnd,
  toolOf,
} from '../support/kit.ts';
import { wait } from '../support/toy-tools.ts';

describe('nested calls', () => {
  it('do not deadlock when one branch of a tool waits for its slot while another makes a call', async () => {
    const second = createGate();
    const other = createGate();
    const parent = toolOf('Parent', {
      ...FREE,
      async call(_, { invoke }) {
        await Promise.all([
          invoke({ name: 'Leaf', input: {} }),
          second.passed.then(() => invoke({ name: 'Leaf', input: {} })),
        ]);
        return { data: 'both' };
      },
    });
    const kit = createKit(
      [
        parent,
        toolOf('Leaf', FREE),
        toolOf('Other', { ...FREE, call: async () => ({ data: await other.passed }) }),
      ],
      { maxConcurrency: 1 },
    );
    const reading = collect(
      kit.runtime.run([
        { id: 'p', name: 'Parent', input: {} },
        { id: 'o', name: 'Other', input: {} },
      ]),
    );
    await quiet();
    second.open();
    await quiet();
    other.open();
    expect(outcomes(await toEnd(reading, kit.clock))).toEqual({ p: 'ok', o: 'ok' });
  });

  it('that block are stopped with a parent that a user message stops', async () => {
    let heard = false;
    const kit = createKit([
      toolOf('Parent', {
        interruptBehavior: 'cancel',
        async call(_, { invoke }) {
          await invoke({ name: 'Child', input: {} });
          return { data: '' };
        },
      }),
      toolOf('Child', {
        async call(_, { signal }) {
          await aborted(signal);
          heard = true;
          return { data: '' };
        },
      }),
    ]);
    const run = kit.runtime.run([{ id: 'p', name: 'Parent', input: {} }]);
    const reading = collect(run);
    await quiet();
    run.interrupt('user-message');
    const events = await toEnd(reading, kit.clock);
    expect(heard).toBe(true);
    const { outcome } = resultOf(events, 'p');
    expect(outcome).toEqual({ code: 'cancelled', reason: { kind: 'user-message' }, started: true });
  });

  it('a stopped parent that waits only for its slot is not blamed for not reacting', async () => {
    const other = createGate();
    const kit = createKit(
      [
        toolOf('Parent', {
          ...FREE,
          async call(_, { invoke }) {
            await invoke({ name: 'Leaf', input: {} });
            return { data: '' };
          },
        }),
        toolOf('Leaf', FREE),
        toolOf('Other', {
          ...FREE,
          interruptBehavior: 'block',
          call: async () => ({ data: await other.passed }),
        }),
      ],
      { maxConcurrency: 1 },
    );
    const run = kit.runtime.run([
      { id: 'p', name: 'Parent', input: {} },
      { id: 'o', name: 'Other', input: {} },
    ]);
    const reading = collect(run);
    await quiet();
    run.interrupt('user-message');
    for (let tick = 0; tick < 5; tick += 1) {
      await quiet();
      kit.clock.advance(1000);
    }
    other.open();
    const events = await toEnd(reading, kit.clock);
    expect(resultOf(events, 'p').outcome).not.toHaveProperty('mayStillRun');
  });

  it('that no one waited for do not outlive their parent', async () => {
    const gate = createGate();
    let now = 'not started';
    const kit = createKit([
      toolOf('Parent', {
        async call(_, { invoke }) {
          void invoke({ name: 'Child', input: {} }).catch(() => {});
          return { data: 'gone ahead' };
        },
      }),
      toolOf('Child', {
        async call(_, { signal }) {
          now = 'running';
          await Promise.race([gate.passed, aborted(signal)]);
          now = 'ended';
          return { data: '' };
        },
      }),
    ]);
    const events = await runAll(kit, [{ id: 'p', name: 'Parent', input: {} }]);
    expect(outcomes(events)).toEqual({ p: 'ok' });
    await quiet();
    expect(now).not.toBe('running');
  });

  it('what their hooks add, and that they stop, reaches the message', async () => {
    const kit = createKit(
      [
        toolOf('Parent', {
          call: async (_, { invoke }) => ({
            data: (await invoke({ name: 'Child', input: {} })).outcome.code,
          }),
        }),
        toolOf('Child'),
      ],
      {
        hooks: [
          {
            event: 'PreToolUse',
            name: 'stops',
            matches: (name) => name === 'Child',
            run: () => ({ additionalContext: 'from below', stop: { reason: 'enough' } }),
          },
        ],
      },
    );
    const [message] = ofType(await runAll(kit, [{ id: 'p', name: 'Parent', input: {} }]), 'message');
    expect(message).toMatchObject({ additionalContext: ['from below'], stop: { reason: 'enough' } });
  });

  it('an undeclared context change of one is applied and reported', async () => {
    const kit = createKit([
      toolOf('Parent', {
        call: async (_, { invoke }) => ({ data: (await invoke({ name: 'Child', input: {} })).outcome.code }),
      }),
      toolOf('Child', {
        call: async () => ({ data: '', modifyContext: (context) => ({ ...context, cwd: '/elsewhere' }) }),
      }),
    ]);
    const events = await runAll(kit, [{ id: 'p', name: 'Parent', input: {} }]);
    expect(ofType(events, 'notice').map(({ code }) => code)).toEqual(['undeclared-context-change']);
    expect(kit.runtime.session.cwd).toBe('/elsewhere');
  });

  it('one that ignores its signal keeps what its parent claims', async () => {
    const gate = createGate();
    const order: string[] = [];
    const write = (name: string, work: () => Promise<unknown>): AnyTool =>
      toolOf(name, {
        claims: () => [writeFile('/d/a')],
        call: async () => {
          order.push(`${name} begins`);
          await work();
          order.push(`${name} ends`);
          return { data: '' };
        },
        ...(name === 'Stuck' ? { timeoutMs: () => 100 } : {}),
      });
    const kit = createKit([
      toolOf('Parent', {
        claims: () => [writeFile('/d/a')],
        call: async (_, { invoke }) => ({ data: (await invoke({ name: 'Stuck', input: {} })).outcome.code }),
      }),
      write('Stuck', () => gate.passed),
      write('Later', async () => {}),
    ]);
    const reading = collect(
      kit.runtime.run([
        { id: 'p', name: 'Parent', input: {} },
        { id: 'l', name: 'Later', input: {} },
      ]),
    );
    for (let tick = 0; tick < 5; tick += 1) {
      await quiet();
      kit.clock.advance(1000);
    }
    gate.open();
    await toEnd(reading, kit.clock);
    expect(order).toEqual(['Stuck begins', 'Stuck ends', 'Later begins', 'Later ends']);
  });
});

describe('overdue tools', () => {
  it('a call that ran beside one says so even when that one has ended meanwhile', async () => {
    const stuck = createGate();
    const kit = createKit([
      toolOf('Stuck', { call: async () => ({ data: await stuck.passed }), timeoutMs: () => 100 }),
      toolOf('Later', {
        async call(_, { signal }) {
          await wait(kit.clock, 5000, signal);
          return { data: 'ran' };
        },
      }),
    ]);
    const reading = collect(
      kit.runtime.run([
        { id: 's', name: 'Stuck', input: {} },
        { id: 'l', name: 'Later', input: {} },
      ]),
    );
    const isRunning = (): boolean =>
      reading.events.some(
        (event) => event.type === 'call-state' && event.callId === 'l' && event.status === 'executing',
      );
    for (let tick = 0; tick < 50 && !isRunning(); tick += 1) {
      await quiet();
      kit.clock.advance(500);
    }
    stuck.open();
    const events = await toEnd(reading, kit.clock);
    expect(textOfResult(events, 'l')).toMatch(/Stuck/);
  });
});
