import { describe, expect, it } from 'vitest';
import type { PermissionMode, PermissionPolicy, PermissionState } from '../../src/index.ts';
import { createPermissionState } from '../../src/index.ts';
import { quiet } from '../support/drive.ts';
import { collect, createGate, createKit, ofType, outcomes, statuses, toEnd, toolOf } from '../support/kit.ts';
import { ALLOW, createPerson } from '../support/person.ts';

/** The mode is the answer: `plan` denies, `default` asks, the rest allows; in a context of managed rules only, a rule asks. */
const byMode: PermissionPolicy = {
  decide(_, { mode, isManagedOnly }) {
    if (isManagedOnly) return { behavior: 'ask', by: 'rule', reason: 'a rule asks', remedy: '' };
    if (mode === 'plan') return { behavior: 'deny', by: 'mode', reason: 'planning' };
    if (mode === 'default' || mode === 'dontAsk')
      return { behavior: 'ask', by: 'default', reason: 'default asks', remedy: '' };
    return { behavior: 'allow', by: 'mode', reason: mode };
  },
};

function world(options: Parameters<typeof createKit>[1] = {}) {
  const person = createPerson();
  return { person, kit: createKit([toolOf('Any')], { policy: byMode, asker: person.asker, ...options }) };
}

describe('a permission context that changes', () => {
  const whileAsking = [
    ['denies', 'plan', 'denied', 1],
    ['allows', 'bypassPermissions', 'ok', 1],
    ['asks nobody', 'dontAsk', 'denied', 1],
  ] as const;
  it.each(whileAsking)(
    'while a person is asked, and now %s, withdraws the ask',
    async (_, mode, outcome, removed) => {
      const { person, kit } = world();
      const reading = collect(kit.runtime.run([{ id: 'c', name: 'Any', input: {} }]));
      await quiet();
      kit.permission.update({ mode });
      const events = await toEnd(reading, kit.clock);
      expect(outcomes(events)).toEqual({ c: outcome });
      expect(person.removed).toHaveLength(removed);
      expect(ofType(events, 'permission-withdrawn')).toHaveLength(removed);
      expect(statuses(events, 'c').slice(2, 5)).toEqual(['preparing', 'awaiting-permission', 'preparing']);
    },
  );

  it('while a person is asked, and still asks, leaves the ask as it is', async () => {
    const { person, kit } = world();
    const reading = collect(kit.runtime.run([{ id: 'c', name: 'Any', input: {} }]));
    await quiet();
    kit.permission.update({ workingDirectories: ['/d', '/e'] });
    await quiet();
    expect(person.open.size).toBe(1);
    person.answer('c', ALLOW);
    expect(outcomes(await toEnd(reading, kit.clock))).toEqual({ c: 'ok' });
  });

  it('in the same moment as an answer: a deny wins over the person', async () => {
    const { person, kit } = world();
    const reading = collect(kit.runtime.run([{ id: 'c', name: 'Any', input: {} }]));
    await quiet();
    person.answer('c', ALLOW);
    kit.permission.update({ mode: 'plan' });
    expect(outcomes(await toEnd(reading, kit.clock))).toEqual({ c: 'denied' });
  });

  it('does not let a tool’s or a hook’s ask go because the policy now allows', async () => {
    const { person, kit } = world({
      hooks: [{ event: 'PreToolUse', name: 'careful', run: () => ({ decision: 'ask' }) }],
    });
    kit.permission.update({ mode: 'acceptEdits' });
    const reading = collect(kit.runtime.run([{ id: 'c', name: 'Any', input: {} }]));
    await quiet();
    kit.permission.update({ mode: 'bypassPermissions' });
    await quiet();
    expect(person.open.size).toBe(1);
    person.answer('c', { behavior: 'deny', feedback: 'no' });
    expect(outcomes(await toEnd(reading, kit.clock))).toEqual({ c: 'denied' });
  });

  /** `c` has been decided, by a person where `mode` asks, and waits for a slot while `first` runs. */
  async function between(mode: PermissionMode, change: (state: PermissionState) => void) {
    const gate = createGate();
    const person = createPerson();
    const free = { claims: () => [] } as const;
    const kit = createKit(
      [toolOf('Any', free), toolOf('First', { ...free, call: async () => ({ data: await gate.passed }) })],
      {
        policy: {
          decide: (query, snapshot) =>
            query.tool.name === 'First'
              ? { behavior: 'allow', by: 'mode', reason: '' }
              : byMode.decide(query, snapshot),
        },
        asker: person.asker,
        maxConcurrency: 1,
      },
    );
    kit.permission.update({ mode });
    const reading = collect(
      kit.runtime.run([
        { id: 'first', name: 'First', input: {} },
        { id: 'c', name: 'Any', input: {} },
      ]),
    );
    await quiet();
    if (mode === 'default') person.answer('c', ALLOW);
    await quiet();
    expect(statuses(reading.events, 'c').at(-1)).toBe('preparing');
    change(kit.permission);
    gate.open();
    await quiet();
    return { person, kit, reading };
  }

  it('between decision and start, and now denies, is obeyed', async () => {
    const { kit, reading } = await between('acceptEdits', (state) => state.update({ mode: 'plan' }));
    const events = await toEnd(reading, kit.clock);
    expect(outcomes(events)).toEqual({ first: 'ok', c: 'denied' });
    expect(statuses(events, 'c')).not.toContain('executing');
  });

  it('between decision and start, and now asks, asks before it starts', async () => {
    const { person, kit, reading } = await between('acceptEdits', (state) =>
      state.update({ mode: 'default' }),
    );
    expect(statuses(reading.events, 'c').at(-1)).toBe('awaiting-permission');
    person.answer('c', ALLOW);
    expect(outcomes(await toEnd(reading, kit.clock))).toEqual({ first: 'ok', c: 'ok' });
  });

  it('back and forth leaves the last word to the last', async () => {
    const { kit, reading } = await between('acceptEdits', (state) => {
      state.update({ mode: 'plan' });
      state.update({ mode: 'bypassPermissions' });
    });
    expect(outcomes(await toEnd(reading, kit.clock))).toEqual({ first: 'ok', c: 'ok' });
  });

  it.each([
    [
      'stands when the same question is all that is left',
      (state) => state.update({ workingDirectories: ['/e'] }),
      1,
      'ok',
    ],
    ['stands when nothing asks any more', (state) => state.update({ mode: 'auto' }), 1, 'ok'],
    ['falls to a new deny', (state) => state.update({ mode: 'plan' }), 1, 'denied'],
    ['falls to a rule that newly asks', (state) => state.update({ isManagedOnly: true }), 2, 'denied'],
    ['is in a mode that asks no one any more', (state) => state.update({ mode: 'dontAsk' }), 1, 'ok'],
  ] satisfies [string, (state: PermissionState) => void, number, string][])(
    'a yes that a person has said %s',
    async (_, change, asks, outcome) => {
      const { person, kit, reading } = await between('default', change);
      expect(person.asks('c')).toBe(asks);
      if (asks === 2) person.answer('c', { behavior: 'deny', feedback: 'no' });
      expect(outcomes(await toEnd(reading, kit.clock))).toEqual({ first: 'ok', c: outcome });
    },
  );
});

describe('a snapshot of the permission context', () => {
  it('is frozen through and through, and a change makes a new one', () => {
    const directories = ['/d'];
    const state = createPermissionState({ mode: 'default', workingDirectories: directories });
    const first = state.current();
    directories.push('/etc');
    expect(first.workingDirectories).toEqual(['/d']);
    expect(() => Reflect.apply(Array.prototype.push, first.workingDirectories, ['/etc'])).toThrow(TypeError);
    expect(Reflect.set(first, 'mode', 'bypassPermissions')).toBe(false);
    const second = state.update({ mode: 'plan' });
    expect(first).toMatchObject({ version: 1, mode: 'default' });
    expect(second).toMatchObject({ version: 2, mode: 'plan', workingDirectories: ['/d'] });
    expect(state.current()).toBe(second);
  });

  it('tells its listeners until they leave', () => {
    const state = createPermissionState({ mode: 'default', workingDirectories: [] });
    let told = 0;
    const stop = state.onChange(() => (told += 1));
    state.update({ mode: 'plan' });
    stop();
    state.update({ mode: 'default' });
    expect(told).toBe(1);
  });
});
