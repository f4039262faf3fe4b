import { describe, expect, it } from 'vitest';
import {
  askerFor,
  createMemoryFiles,
  createPolicy,
  describeGrounds,
  type AnswerTo,
  type DecisionGrounds,
  type Inquiry,
  type InquiryAnswer,
  type PermissionPolicy,
} from '../../src/index.ts';
import { quiet } from '../support/drive.ts';
import { collect, createKit, ofType, outcomes, textOfResult, toEnd, toolOf } from '../support/kit.ts';
import { ALLOW, asking, createPerson } from '../support/person.ts';

const call = (id: string, name = 'Any') => ({ id, name, input: {} });

/** Asks for a reason that the rules of the context spell out. */
const byRules: PermissionPolicy = {
  decide: (_, { rules }) => {
    const demand = rules.find(({ behavior }) => behavior === 'ask');
    const reason = `known rules: ${rules.map(({ text }) => text).join(', ')}`;
    return demand === undefined
      ? { behavior: 'ask', by: 'default', reason, remedy: 'Say so.' }
      : { behavior: 'ask', by: 'rule', rule: demand, reason: demand.text, remedy: 'Say so.' };
  },
};

const rule = (behavior: 'allow' | 'ask', text: string) =>
  ({ behavior, text, source: 'user', root: '/' }) as const;

describe('a tool that asks the person itself', () => {
  it.each(['questions', 'plan'] as const)(
    'is asked as %s in the most permissive mode, and gets the answer as its input',
    async (interaction) => {
      const person = createPerson();
      const inputs: unknown[] = [];
      const tool = toolOf('Ask', {
        interaction,
        isReadOnly: true,
        claims: () => [],
        call: async (input) => {
          inputs.push(input);
          return { data: 'answered' };
        },
      });
      const kit = createKit([tool], {
        policy: createPolicy({ files: createMemoryFiles(), remedy: 'Say so.' }),
        asker: person.asker,
      });
      kit.permission.update({ mode: 'bypassPermissions' });
      const reading = collect(kit.runtime.run([call('a', 'Ask')]));
      await quiet();
      expect([...person.open.values()]).toMatchObject([{ kind: interaction, callId: 'a' }]);
      person.answer('a', { behavior: 'allow', updatedInput: { answers: { why: 'because' } } });
      expect(outcomes(await toEnd(reading, kit.clock))).toEqual({ a: 'ok' });
      expect(inputs).toEqual([{ answers: { why: 'because' } }]);
      expect(person.asks('a')).toBe(1);
    },
  );
});

describe('an ask that waits', () => {
  it('is updated when its reason changes, and keeps its id; what it would save never grows', async () => {
    const person = createPerson();
    let suggested: readonly string[] = ['Any(x)', 'Any(y)'];
    const policy: PermissionPolicy = {
      decide: (query, context) =>
        context.rules.some(({ text }) => text.startsWith('Any('))
          ? { behavior: 'allow', by: 'rule', reason: 'suggested' }
          : byRules.decide(query, context),
    };
    const kit = createKit([toolOf('Any', { suggestRules: () => suggested })], {
      policy,
      asker: person.asker,
    });
    const reading = collect(kit.runtime.run([call('a')]));
    await quiet();
    suggested = ['Any(y)', 'Any(z)'];
    kit.permission.update({ rules: [rule('allow', 'New')] });
    expect(person.updates).toMatchObject([
      { requestId: 'ask-1', reason: 'known rules: New', suggestedRules: ['Any(y)'] },
    ]);
    kit.permission.update({ rules: [rule('allow', 'New')] });
    expect(person.updates).toHaveLength(1);
    person.answer('a', { behavior: 'allow', always: true });
    const events = await toEnd(reading, kit.clock);
    expect(ofType(events, 'permission-request').map(({ request }) => request.reason)).toEqual([
      'known rules: ',
      'known rules: New',
    ]);
    expect(kit.permission.current().rules).toMatchObject([{ text: 'Any(y)' }, { text: 'New' }]);
    expect(person.asks('a')).toBe(1);
  });

  it('is asked anew when more demands it than was shown: an answer to the old one does not count', async () => {
    const person = createPerson();
    const kit = createKit([toolOf('Any')], { policy: byRules, asker: person.asker });
    const reading = collect(kit.runtime.run([call('a')]));
    await quiet();
    kit.permission.update({ rules: [rule('ask', 'Any')] });
    await quiet();
    expect(person.removed).toEqual(['ask-1']);
    expect([...person.open.values()]).toMatchObject([{ requestId: 'ask-2', askedBy: 'rule', reason: 'Any' }]);
    person.answer('a', ALLOW);
    expect(outcomes(await toEnd(reading, kit.clock))).toEqual({ a: 'ok' });
  });

  it('hears how many others of its message wait', async () => {
    const person = createPerson();
    const free = { isConcurrencySafe: true, claims: () => [] };
    const kit = createKit([toolOf('Any', free)], { policy: asking('Any'), asker: person.asker });
    const reading = collect(kit.runtime.run([call('a'), call('b'), call('c')]));
    await quiet();
    const open = () => [...person.open.values()].map(({ callId, batch }) => [callId, batch.open]);
    expect(open()).toEqual([
      ['a', 3],
      ['b', 3],
      ['c', 3],
    ]);
    person.answer('b', ALLOW);
    await quiet();
    expect(open()).toEqual([
      ['a', 2],
      ['c', 2],
    ]);
    person.answer('a', ALLOW);
    person.answer('c', ALLOW);
    expect(outcomes(await toEnd(reading, kit.clock))).toEqual({ a: 'ok', b: 'ok', c: 'ok' });
  });
});

const IMAGE = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } } as const;

describe('who decided', () => {
  const table: readonly (readonly [string, InquiryAnswer, object])[] = [
    ['a person who allows it', ALLOW, { behavior: 'allow', by: 'person', reason: 'a person allowed it' }],
    [
      'a person who declines it',
      { behavior: 'deny' },
      { behavior: 'deny', by: 'person', reason: 'a person declined it' },
    ],
    [
      'a person who says why not',
      { behavior: 'deny', feedback: 'use a copy' },
      { behavior: 'deny', by: 'person', reason: 'use a copy' },
    ],
    [
      'a hook that allows it',
      { behavior: 'allow', hook: 'h' },
      { behavior: 'allow', by: 'hook', reason: 'the hook "h" allowed it' },
    ],
    [
      'a hook that declines it',
      { behavior: 'deny', hook: 'h' },
      { behavior: 'deny', by: 'hook', reason: 'the hook "h" declined it' },
    ],
    [
      'a check that allows it',
      { behavior: 'allow', check: 'c' },
      { behavior: 'allow', by: 'check', reason: 'the automated check "c" allowed it' },
    ],
    [
      'a check that declines it',
      { behavior: 'deny', check: 'c', feedback: 'no' },
      { behavior: 'deny', by: 'check', reason: 'the automated check "c" declined it: no' },
    ],
    [
      'nobody, for no one could answer',
      { behavior: 'unavailable', reason: 'the line is dead' },
      { behavior: 'deny', by: 'headless', reason: 'Any asks, and the line is dead. Say so.' },
    ],
  ];
  it.each(table)('is in record and journal: %s', async (_, answer, decision) => {
    const person = createPerson();
    const kit = createKit([toolOf('Any')], { policy: asking('Any'), asker: person.asker });
    const reading = collect(kit.runtime.run([call('a')]));
    await quiet();
    person.answer('a', answer);
    const events = await toEnd(reading, kit.clock);
    const whole = { ...decision, asked: { by: 'default', reason: 'Any asks' } };
    expect(ofType(events, 'tool-result')[0]?.record.decision).toMatchObject(whole);
    expect(await settledRecord(kit)).toMatchObject({ decision: whole });
  });

  const denials: readonly (readonly [string, InquiryAnswer, DecisionGrounds])[] = [
    [
      'a person',
      { behavior: 'deny', feedback: 'use a copy' },
      { kind: 'declined', approver: undefined, feedback: 'use a copy' },
    ],
    [
      'a hook',
      { behavior: 'deny', hook: 'h' },
      { kind: 'declined', approver: { kind: 'hook', name: 'h' }, feedback: undefined },
    ],
    [
      'nobody',
      { behavior: 'unavailable', reason: 'the line is dead' },
      {
        kind: 'unanswered',
        asked: { kind: 'stated', text: 'Any asks' },
        why: { kind: 'unavailable', reason: 'the line is dead' },
        remedy: { code: 'stated', text: 'Say so.' },
      },
    ],
  ];
  it.each(denials)(
    'is data in outcome and journal, whose words the model reads: %s',
    async (_, answer, grounds) => {
      const person = createPerson();
      const kit = createKit([toolOf('Any')], { policy: asking('Any'), asker: person.asker });
      const reading = collect(kit.runtime.run([call('a')]));
      await quiet();
      person.answer('a', answer);
      const [result] = ofType(await toEnd(reading, kit.clock), 'tool-result');
      expect(result?.outcome).toMatchObject({ code: 'denied', grounds, reason: describeGrounds(grounds) });
      const journaled: unknown = JSON.parse(JSON.stringify(grounds));
      expect(await settledRecord(kit)).toMatchObject({ outcome: { grounds: journaled } });
    },
  );

  it('is the automated check of a coordinator, by its name', async () => {
    const { asker: person } = createPerson();
    const asker = askerFor({ kind: 'coordinator', name: 'lint', check: async () => ALLOW, person });
    const kit = createKit([toolOf('Any')], { policy: asking('Any'), asker });
    await toEnd(collect(kit.runtime.run([call('a')])), kit.clock);
    const decision = { behavior: 'allow', by: 'check', reason: 'the automated check "lint" allowed it' };
    expect(await settledRecord(kit)).toMatchObject({ decision });
  });

  it('is no one where the call was interrupted before anyone answered', async () => {
    const person = createPerson();
    const kit = createKit([toolOf('Any')], { policy: asking('Any'), asker: person.asker });
    const run = kit.runtime.run([call('a')]);
    const reading = collect(run);
    await quiet();
    run.interrupt('user-cancel');
    const events = await toEnd(reading, kit.clock);
    expect(ofType(events, 'tool-result')[0]?.record.decision).toMatchObject({ behavior: 'ask' });
    expect(await settledRecord(kit)).toMatchObject({ decision: { behavior: 'ask' } });
  });
});

async function settledRecord({ journal }: ReturnType<typeof createKit>): Promise<unknown> {
  const { entries } = await journal.read();
  return entries.flatMap((entry) => (entry.type === 'settled' ? [entry.record] : []))[0];
}

describe('images of a person', () => {
  it.each<readonly [string, InquiryAnswer, string]>([
    ['who allows it', { behavior: 'allow', feedback: [{ type: 'text', text: 'like this' }, IMAGE] }, 'ok'],
    [
      'who declines it',
      { behavior: 'deny', feedback: [{ type: 'text', text: 'not like this' }, IMAGE] },
      'denied',
    ],
    ['who declines it with an image alone', { behavior: 'deny', feedback: [IMAGE] }, 'denied'],
  ])('reach the model in the result: %s', async (_, answer, outcome) => {
    const person = createPerson();
    const kit = createKit([toolOf('Any')], { policy: asking('Any'), asker: person.asker });
    const reading = collect(kit.runtime.run([call('a')]));
    await quiet();
    person.answer('a', answer);
    const events = await toEnd(reading, kit.clock);
    expect(outcomes(events)).toEqual({ a: outcome });
    const [message] = ofType(events, 'message');
    expect(message?.results[0]?.content).toContainEqual(IMAGE);
    expect(message?.stop).toBeUndefined();
  });

  it.each([
    ['allow', 'ok'],
    ['deny', 'denied'],
  ] as const)('are replaced if no model can be shown them: %s', async (behavior, outcome) => {
    const person = createPerson();
    const checkImage = () => Promise.reject(new Error('It has no end.'));
    const kit = createKit([toolOf('Any')], { policy: asking('Any'), asker: person.asker, checkImage });
    const reading = collect(kit.runtime.run([call('a')]));
    await quiet();
    person.answer('a', { behavior, feedback: [{ type: 'text', text: 'like this' }, IMAGE] });
    const events = await toEnd(reading, kit.clock);
    expect(outcomes(events)).toEqual({ a: outcome });
    const said = JSON.stringify(ofType(events, 'message'));
    expect(said).toContain('like this\\n[An image was left out here: it could not be checked.]');
    expect(said).not.toContain('AAAA');
  });
});

it('keeps the code of a check of the input, across a resume as well', async () => {
  const tool = toolOf('Any', {
    validateInput: () => ({ ok: false, code: 'not-read', message: 'Read it first.' }),
  });
  const kit = createKit([tool]);
  const events = await toEnd(collect(kit.runtime.run([call('a')])), kit.clock);
  const expected = { code: 'invalid-input', stage: 'validate', errorCode: 'not-read' };
  expect(ofType(events, 'tool-result')[0]?.outcome).toMatchObject(expected);
  expect(textOfResult(events, 'a')).toBe('Read it first.');
  expect(await settledRecord(kit)).toMatchObject({ outcome: expected });
});

it('what answers an inquiry of any one kind answers it through every asker', () => {
  // The types are the test: an answer to one kind that is no `InquiryAnswer` doesn't compile.
  const answers: { readonly [Kind in Inquiry['kind']]: AnswerTo<Kind> } = {
    permission: { behavior: 'allow', always: true },
    questions: { behavior: 'allow', updatedInput: { answers: {} } },
    plan: { behavior: 'deny', feedback: 'Later.' },
    form: { behavior: 'deny', isDismissed: true },
    url: { behavior: 'allow' },
    trust: { behavior: 'deny' },
    confirm: { behavior: 'unavailable', reason: 'no terminal' },
  };
  const asAny: readonly InquiryAnswer[] = Object.values(answers);
  expect(asAny).toHaveLength(7);
});
