import { describe, expect, it } from 'vitest';
import {
  askerFor,
  createClaimOnce,
  createMemoryFiles,
  createPolicy,
  type InquiryAnswer,
  type JsonObject,
  type PermissionPolicy,
  type PermissionUpdate,
} from '../../src/index.ts';
import { quiet } from '../support/drive.ts';
import {
  collect,
  createGate,
  createKit,
  ofType,
  outcomes,
  runAll,
  textOfResult,
  toEnd,
  toolOf,
} from '../support/kit.ts';
import { ALLOW, createPerson } from '../support/person.ts';

/** Asks unless a rule of this text allows it. */
const unlessRuled: PermissionPolicy = {
  decide: (_, { rules }) =>
    rules.some(({ behavior, text }) => behavior === 'allow' && text === 'Any(x)')
      ? { behavior: 'allow', by: 'rule', reason: 'a rule' }
      : { behavior: 'ask', by: 'default', reason: 'nobody has decided', remedy: 'Say so.' },
};

function world(suggested: readonly string[], policy = unlessRuled) {
  const person = createPerson();
  const kit = createKit([toolOf('Any', { suggestRules: () => suggested })], { policy, asker: person.asker });
  return { person, kit };
}

const call = (id: string) => ({ id, name: 'Any', input: {} });

describe('always', () => {
  it('saves exactly the rules that were shown, which hold for the next call at once', async () => {
    const { person, kit } = world(['Any(x)']);
    const first = collect(kit.runtime.run([call('a')]));
    await quiet();
    expect([...person.open.values()]).toMatchObject([
      { suggestedRules: ['Any(x)'], suggestedDestination: 'local', askedBy: 'default' },
    ]);
    person.answer('a', { behavior: 'allow', always: true });
    await toEnd(first, kit.clock);
    expect(kit.permission.current().rules).toMatchObject([
      { text: 'Any(x)', behavior: 'allow', source: 'local' },
    ]);
    expect(outcomes(await runAll(kit, [call('b')]))).toEqual({ b: 'ok' });
    expect(person.asks('b')).toBe(0);
  });

  it.each([
    ['would not allow this very call', ['Any(other)']],
    ['do not parse', ['Any(x)', 'Any(']],
  ])('is not offered for rules that %s', async (_, suggested) => {
    const { person, kit } = world(suggested);
    const reading = collect(kit.runtime.run([call('a')]));
    await quiet();
    expect([...person.open.values()]).toMatchObject([{ suggestedRules: [] }]);
    person.answer('a', { behavior: 'allow', always: true });
    const events = await toEnd(reading, kit.clock);
    expect(kit.permission.current().rules).toEqual([]);
    expect(ofType(events, 'notice')).toMatchObject([{ code: 'permission-not-kept', callId: 'a' }]);
  });

  it.each([
    ['a hidden character', { text: 'a\u200db' }],
    ['one in the description, which decides nothing', { text: 'a', description: '\u3164' }],
    ['one in the name of a field', { 'te\u034fxt': 'a' }],
    ['one deep in the input', { list: [{ text: '\u{e0041}' }] }],
    [
      'one in a part that is too long to be shown',
      { text: `${'a\n'.repeat(500)}\u2800${'\na'.repeat(500)}` },
    ],
    ['a long run of blanks', { text: `a${' '.repeat(300)}b` }],
    ['a word of two scripts', { text: 'p\u0430ypal' }],
  ])('is not offered for an input with %s, and the request says why', async (_, input) => {
    const { person, kit } = world(['Any(x)']);
    const reading = collect(kit.runtime.run([{ ...call('a'), input }]));
    await quiet();
    const [request] = person.open.values();
    expect(request).toMatchObject({ suggestedRules: [], input });
    expect(request?.display.warnings).toHaveLength(1);
    person.answer('a', { behavior: 'allow', always: true });
    const events = await toEnd(reading, kit.clock);
    expect(outcomes(events)).toEqual({ a: 'ok' });
    expect(kit.permission.current().rules).toEqual([]);
  });

  it('is not offered for a rule with a hidden character, which the input does not show', async () => {
    const { person, kit } = world(['Any(x)', 'Any(a\u200db)']);
    const reading = collect(kit.runtime.run([call('a')]));
    await quiet();
    expect([...person.open.values()]).toMatchObject([{ suggestedRules: [], display: { warnings: [] } }]);
    person.answer('a', ALLOW);
    await toEnd(reading, kit.clock);
  });

  it.each([
    ['offers its bare name, which then allows it', 'Mine', ['Mine']],
    ['offers nothing where its name stands for a kind of rule, which would cover more', 'Bash', []],
  ])('a tool that suggests no rules %s', async (_, name, suggestedRules) => {
    const person = createPerson();
    const policy = createPolicy({ files: createMemoryFiles(), remedy: 'Say so.' });
    const kit = createKit([toolOf(name, { claims: () => 'exclusive' })], { policy, asker: person.asker });
    const reading = collect(kit.runtime.run([{ id: 'a', name, input: {} }]));
    await quiet();
    expect([...person.open.values()]).toMatchObject([{ suggestedRules }]);
    person.answer('a', { behavior: 'allow', always: true });
    await toEnd(reading, kit.clock);
    expect(kit.permission.current().rules.map(({ text }) => text)).toEqual(suggestedRules);
    if (suggestedRules.length > 0)
      expect(outcomes(await runAll(kit, [{ id: 'b', name, input: { other: true } }]))).toEqual({ b: 'ok' });
    expect(person.asks('b')).toBe(0);
  });

  const setting = () =>
    toolOf('Set', {
      actions: ({ at }: { at?: unknown }) => ({
        actions: [
          { type: 'file', access: 'write', path: String(at), realPath: String(at), isTree: false } as const,
        ],
      }),
      suggestRules: ({ at }: { at?: unknown }) => [`Edit(/${String(at)})`],
    });

  it.each([
    ['below the directory of the session', '/d/src/a', 'Edit(/src/a)'],
    ['elsewhere', '/data/a', 'Edit(//data/a)'],
  ])('a rule about a file %s is as short as it can be, and allows no other file', async (_, path, rule) => {
    const person = createPerson();
    const policy = createPolicy({ files: createMemoryFiles(), remedy: 'Say so.' });
    const kit = createKit([setting()], { policy, asker: person.asker });
    const reading = collect(kit.runtime.run([{ id: 'a', name: 'Set', input: { at: path } }]));
    await quiet();
    expect([...person.open.values()]).toMatchObject([
      { suggestedRules: [rule], suggestedDestination: 'session' },
    ]);
    person.answer('a', { behavior: 'allow', always: true });
    await toEnd(reading, kit.clock);
    expect(outcomes(await runAll(kit, [{ id: 'b', name: 'Set', input: { at: path } }]))).toEqual({ b: 'ok' });
    expect(person.asks('b')).toBe(0);
    const other = collect(kit.runtime.run([{ id: 'c', name: 'Set', input: { at: `/x${path}` } }]));
    await quiet();
    expect(person.asks('c')).toBe(1);
    person.answer('c', ALLOW);
    await toEnd(other, kit.clock);
  });

  it.each([
    ['session', '/d/src/a', 'Edit(/src/a)'],
    ['local', '/d/src/a', 'Edit(/src/a)'],
    ['project', '/d/src/a', 'Edit(/src/a)'],
    ['user', '/d/src/a', 'Edit(//d/src/a)'],
    ['user', '/data/a', 'Edit(//data/a)'],
  ] as const)(
    'a rule about a file that is saved for %s means that file there, too',
    async (destination, path, saved) => {
      const person = createPerson();
      const policy = createPolicy({ files: createMemoryFiles(), remedy: 'Say so.' });
      const told: PermissionUpdate[] = [];
      const kit = createKit([setting()], {
        ...{ policy, asker: person.asker },
        onPermissionUpdate: (update) => void told.push(update),
      });
      // What the settings file has is relative to where it is.
      const there = destination === 'user' ? '/home/.sluice' : '/d';
      const before = { behavior: 'allow', text: 'Other', source: destination, root: there } as const;
      kit.permission.update({ rules: [before], isBypassAvailable: false, isAutoAvailable: false });
      const writing = collect(kit.runtime.run([{ id: 'a', name: 'Set', input: { at: path } }]));
      await quiet();
      const rules = [...person.open.values()].flatMap((inquiry) => inquiry.suggestedRules);
      person.answer('a', {
        behavior: 'allow',
        updates: [{ type: 'addRules', behavior: 'allow', rules, destination }],
      });
      await toEnd(writing, kit.clock);
      expect(told).toMatchObject([{ rules: [saved], destination }]);
      expect(outcomes(await runAll(kit, [{ id: 'b', name: 'Set', input: { at: path } }]))).toEqual({
        b: 'ok',
      });
      expect(person.asks('b')).toBe(0);
    },
  );

  it('is not offered where a rule or a floor asks: no rule could lift that', async () => {
    const { person, kit } = world(['Any(x)'], {
      decide: () => ({ behavior: 'ask', by: 'safety', reason: 'a floor', remedy: '' }),
    });
    const reading = collect(kit.runtime.run([call('a')]));
    await quiet();
    expect([...person.open.values()]).toMatchObject([{ suggestedRules: [], askedBy: 'safety' }]);
    person.answer('a', ALLOW);
    expect(outcomes(await toEnd(reading, kit.clock))).toEqual({ a: 'ok' });
  });

  it('says so when what an answer brings can not be kept', async () => {
    const { person, kit } = world([]);
    const reading = collect(kit.runtime.run([call('a')]));
    await quiet();
    const update: PermissionUpdate = { type: 'setMode', mode: 'bypassPermissions', destination: 'session' };
    person.answer('a', { behavior: 'allow', updates: [update] });
    const events = await toEnd(reading, kit.clock);
    expect(ofType(events, 'notice')).toMatchObject([{ code: 'permission-not-kept', callId: 'a' }]);
    expect(kit.permission.current().mode).toBe('default');
  });
});

it.each([
  ['the person', {}, 'About the call of Any, which I allowed: mind the gap'],
  ['a hook', { hook: 'h' }, marked('hook', 'the hook "h" allowed the call of Any, and said: mind the gap')],
  [
    'a check',
    { check: 'c' },
    marked('hook', 'the automated check "c" allowed the call of Any, and said: mind the gap'),
  ],
])(
  'what %s who allowed a call says follows the result, and only a person speaks as the user',
  async (_, by, text) => {
    const { person, kit } = world([]);
    const reading = collect(kit.runtime.run([call('a')]));
    await quiet();
    person.answer('a', { behavior: 'allow', feedback: 'mind the gap', ...by });
    const events = await toEnd(reading, kit.clock);
    expect(ofType(events, 'message')[0]?.message.content.slice(1)).toEqual([{ type: 'text', text }]);
  },
);

function marked(source: string, text: string): string {
  return `<not-from-user source="${source}">\n${text}\n</not-from-user>`;
}

describe('an input that was replaced', () => {
  const now = { command: 'new', tail: 1 };
  const given = { id: 'a', name: 'Any', input: { command: 'old', head: 2, tail: 1 } };

  async function messageOf(by: object, updatedInput: JsonObject, interaction?: 'questions') {
    const person = createPerson();
    const tools = [toolOf('Any', interaction === undefined ? {} : { interaction })];
    const kit = createKit(tools, { policy: unlessRuled, asker: person.asker });
    const reading = collect(kit.runtime.run([given]));
    await quiet();
    person.answer('a', { behavior: 'allow', updatedInput, ...by });
    const events = await toEnd(reading, kit.clock);
    const changes = kit.journal.entries.filter(({ type }) => type === 'changed');
    return { spoken: ofType(events, 'message')[0]?.spoken, changes };
  }

  const text =
    'Your call a of Any did not run as you wrote it: the user changed its input. The result is for {"command":"new"}, without "head".';

  it.each([
    ['a person', { tellsModel: true }, [{ speaker: 'note', text }], { by: 'person' }],
    ['a program', {}, [], { by: 'person' }],
    ['a hook', { hook: 'h', tellsModel: true }, [], { by: 'hook', name: 'h' }],
    ['a check', { check: 'c', tellsModel: true }, [], { by: 'check', name: 'c' }],
  ])('by %s is in the journal, and only a person tells the model', async (_, by, said, line) => {
    const { spoken, changes } = await messageOf(by, now);
    expect(spoken).toEqual(said);
    expect(changes).toMatchObject([{ callId: 'a', input: { text: JSON.stringify(now) }, ...line }]);
  });

  it('by the same one is not', async () => {
    expect(await messageOf({ tellsModel: true }, { tail: 1, head: 2, command: 'old' })).toEqual({
      spoken: [],
      changes: [],
    });
  });

  it('by the answers to questions is not, since the result has them', async () => {
    const { spoken, changes } = await messageOf({ tellsModel: true }, now, 'questions');
    expect(spoken).toEqual([]);
    expect(changes).toHaveLength(1);
  });
});

it('an asker that finds no one after all is a refusal as if no one could be asked', async () => {
  const { person, kit } = world([]);
  const reading = collect(kit.runtime.run([call('a')]));
  await quiet();
  person.answer('a', { behavior: 'unavailable', reason: 'the line is dead' });
  const events = await toEnd(reading, kit.clock);
  expect(ofType(events, 'tool-result')[0]?.outcome).toMatchObject({ code: 'denied', by: 'headless' });
  expect(textOfResult(events, 'a')).toContain('the line is dead');
});

it('a race is settled once', () => {
  const won: string[] = [];
  const race = createClaimOnce<string>((value) => won.push(value));
  expect(race.winner).toBeUndefined();
  expect([race.claim('person'), race.claim('hook'), race.claim('person')]).toEqual([true, false, false]);
  expect(won).toEqual(['person']);
  expect(race.winner).toEqual({ value: 'person' });
});

describe('a coordinator', () => {
  function coordinated(check: () => Promise<InquiryAnswer | undefined>) {
    const person = createPerson();
    const asker = askerFor({ kind: 'coordinator', check, person: person.asker });
    return { person, kit: createKit([toolOf('Any')], { policy: unlessRuled, asker }) };
  }

  it('asks no one where its check answers', async () => {
    const { person, kit } = coordinated(async () => ALLOW);
    expect(outcomes(await runAll(kit, [call('a')]))).toEqual({ a: 'ok' });
    expect(person.asks('a')).toBe(0);
  });

  it.each([
    ['does not know', async () => undefined],
    ['fails', () => Promise.reject(new Error('broken'))],
  ])('asks a person where its check %s', async (_, check) => {
    const { person, kit } = coordinated(check);
    const reading = collect(kit.runtime.run([call('a')]));
    await quiet();
    expect(person.asks('a')).toBe(1);
    person.answer('a', ALLOW);
    expect(outcomes(await toEnd(reading, kit.clock))).toEqual({ a: 'ok' });
  });

  it.each(['rule', 'safety', 'tool', 'hook'] as const)(
    'leaves to the person what a %s wants asked; its denial counts',
    async (by) => {
      const policy: PermissionPolicy = {
        decide: () => ({ behavior: 'ask', by, reason: 'careful', remedy: '' }),
      };
      for (const behavior of ['allow', 'deny'] as const) {
        const person = createPerson();
        const asker = askerFor({
          kind: 'coordinator',
          check: async () => ({ behavior }),
          person: person.asker,
        });
        const kit = createKit([toolOf('Any')], { policy, asker });
        const reading = collect(kit.runtime.run([call('a')]));
        await quiet();
        expect(person.asks('a')).toBe(behavior === 'allow' ? 1 : 0);
        if (behavior === 'allow') person.answer('a', { behavior: 'deny', feedback: 'no' });
        expect(outcomes(await toEnd(reading, kit.clock))).toEqual({ a: 'denied' });
      }
    },
  );

  it('lets its check go when the ask is withdrawn, and asks no one then', async () => {
    const gate = createGate();
    const person = createPerson();
    let signal: AbortSignal | undefined;
    const asker = askerFor({
      kind: 'coordinator',
      check: async (_, given) => {
        signal = given;
        await gate.passed;
        return undefined;
      },
      person: person.asker,
    });
    const kit = createKit([toolOf('Any')], { policy: unlessRuled, asker });
    const reading = collect(kit.runtime.run([call('a')]));
    await quiet();
    kit.permission.update({ rules: [{ behavior: 'allow', text: 'Any(x)', source: 'user', root: '/' }] });
    expect(outcomes(await toEnd(reading, kit.clock))).toEqual({ a: 'ok' });
    expect(signal?.aborted).toBe(true);
    gate.open();
    await quiet();
    expect(person.asks('a')).toBe(0);
  });
});
