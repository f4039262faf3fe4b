import { describe, expect, it } from 'vitest';
import {
  createMemoryFiles,
  createPolicy,
  type FileAction,
  type PermissionDecision,
  type PermissionRule,
  type ClassifierVerdict,
} from '../../src/index.ts';
import { quiet } from '../support/drive.ts';
import { collect, createGate, createKit, outcomes, toEnd, toolOf } from '../support/kit.ts';
import { ALLOW, asking, createPerson } from '../support/person.ts';

const call = { id: 'c', name: 'Any', input: { a: 1 } };

function rule(behavior: PermissionRule['behavior'], text: string): PermissionRule {
  return { behavior, text, source: 'session', root: '/' };
}

function written(name: string): FileAction {
  return { type: 'file', access: 'write', path: `/w/${name}`, isTree: false };
}

describe('an approval', () => {
  const files = createMemoryFiles();
  const writing = toolOf('Any', {
    actions: () => ({ actions: ['a', 'b'].map(written) }),
  });

  it.each([
    ['no rule more', [rule('ask', 'Edit(//w/a)')], 1],
    ['a rule that asks about another part', [rule('ask', 'Edit(//w/a)'), rule('ask', 'Edit(//w/b)')], 2],
  ])('that was given with %s to come', async (_, rules, times) => {
    const person = createPerson();
    const first = rule('ask', 'Edit(//w/a)');
    const kit = createKit([writing], {
      policy: createPolicy({ files, remedy: 'r', languages: new Map() }),
      asker: person.asker,
    });
    kit.permission.update({ rules: [first] });
    const reading = collect(kit.runtime.run([call]));
    await quiet();
    expect(person.asks('c')).toBe(1);
    person.answer('c', ALLOW);
    // Before the call, whose turn comes later, has started.
    kit.permission.update({ rules });
    await quiet();
    expect(person.asks('c')).toBe(times);
    if (times > 1) person.answer('c', ALLOW);
    expect(outcomes(await toEnd(reading, kit.clock))).toEqual({ c: 'ok' });
  });
});

describe('what changes while a classifier thinks', () => {
  const open: PermissionDecision = { behavior: 'ask', by: 'default', reason: 'open', remedy: 'r' };
  const denied: PermissionDecision = { behavior: 'deny', by: 'rule', reason: 'now' };

  it.each([
    ['a rule that denies', 'auto', denied, 'ask', 'denied', 1],
    ['a rule that denies', 'auto', denied, 'allow', 'denied', 1],
    ['a mode that denies', 'dontAsk', open, 'ask', 'denied', 1],
    [
      'a mode that allows',
      'bypassPermissions',
      { ...denied, behavior: 'allow', by: 'mode' },
      'deny',
      'ok',
      1,
    ],
    ['nothing that decides', 'auto', open, 'allow', 'ok', 2],
  ] as const)('counts: %s (mode %s)', async (_, mode, later, verdict, outcome, times) => {
    const gate = createGate();
    const person = createPerson();
    let decision: PermissionDecision = open;
    let asked = 0;
    const kit = createKit([toolOf('Any')], {
      policy: { decide: () => decision },
      asker: person.asker,
      classifier: async (): Promise<ClassifierVerdict> => {
        asked += 1;
        await gate.passed;
        return { behavior: verdict, reason: 'so it seems' };
      },
    });
    kit.permission.update({ mode: 'auto', isBypassAvailable: true });
    const reading = collect(kit.runtime.run([call]));
    await quiet();
    decision = later;
    kit.permission.update({ mode });
    gate.open();
    expect(outcomes(await toEnd(reading, kit.clock))).toEqual({ c: outcome });
    expect(person.asks('c')).toBe(0);
    expect(asked).toBe(times);
  });
});

describe('in dontAsk', () => {
  it('an open question of a tool is withdrawn, and no one can answer it any more', async () => {
    const person = createPerson();
    const tool = toolOf('Any', { checkPermissions: () => ({ behavior: 'ask', message: 'sure?' }) });
    const kit = createKit([tool], { policy: asking(), asker: person.asker });
    const reading = collect(kit.runtime.run([call]));
    await quiet();
    expect(person.asks('c')).toBe(1);
    kit.permission.update({ mode: 'dontAsk' });
    await quiet();
    person.answer('c', ALLOW);
    expect(outcomes(await toEnd(reading, kit.clock))).toEqual({ c: 'denied' });
    expect(person.removed).toHaveLength(1);
  });
});

describe('a mode that settings disable', () => {
  it('can be set by nobody', () => {
    const kit = createKit([toolOf('Any')]);
    kit.permission.update({ isAutoAvailable: false });
    expect(kit.permission.apply({ type: 'setMode', mode: 'auto', destination: 'session' })).toMatchObject({
      ok: false,
    });
    expect(kit.permission.current().mode).not.toBe('auto');
  });
});
