import { describe, expect, it } from 'vitest';
import type { InquiryAnswer } from '../../src/index.ts';
import { quiet } from '../support/drive.ts';
import { collect, createKit, ofType, resultOf, textOfResult, toEnd, toolOf } from '../support/kit.ts';
import { asking, createPerson } from '../support/person.ts';

describe('a hook that answers in the person’s stead', () => {
  async function answered(answer: InquiryAnswer) {
    const person = createPerson();
    const kit = createKit([toolOf('Any')], { policy: asking('Any'), asker: person.asker });
    const reading = collect(kit.runtime.run([{ id: 'a', name: 'Any', input: {} }]));
    await quiet();
    person.answer('a', answer);
    return toEnd(reading, kit.clock);
  }

  it('allows in its own name', async () => {
    const result = resultOf(await answered({ behavior: 'allow', hook: 'guard' }), 'a');
    expect(result.outcome.code).toBe('ok');
    expect(result.record.decision).toMatchObject({
      behavior: 'allow',
      by: 'hook',
      reason: 'the hook "guard" allowed it',
    });
  });

  it.each([
    [undefined, 'Permission denied: the hook "guard" declined it'],
    ['not here', 'Permission denied: the hook "guard" declined it: not here'],
  ])('declines in its own name, and the turn goes on: %s', async (feedback, text) => {
    const events = await answered({
      behavior: 'deny',
      hook: 'guard',
      ...(feedback !== undefined && { feedback }),
    });
    expect(resultOf(events, 'a').outcome).toMatchObject({ code: 'denied', by: 'hook' });
    expect(textOfResult(events, 'a')).toBe(text);
    expect(ofType(events, 'message')[0]?.stop).toBeUndefined();
  });

  it('ends the turn where it says so', async () => {
    const events = await answered({ behavior: 'deny', hook: 'guard', endsTurn: true });
    expect(ofType(events, 'message')[0]?.stop?.reason).toMatch(/guard/);
  });

  it('keeps nothing that loosens, and says so; its allow counts, and a person may keep anything', async () => {
    const updates = [
      { type: 'removeRules', behavior: 'deny', rules: ['Other'], destination: 'user' },
      { type: 'addRules', behavior: 'deny', rules: ['Third'], destination: 'session' },
    ] as const;
    const texts = async (who: Pick<Extract<InquiryAnswer, { behavior: 'allow' }>, 'hook'>) => {
      const person = createPerson();
      const kit = createKit([toolOf('Any')], {
        policy: asking('Any'),
        asker: person.asker,
      });
      const rules = [{ behavior: 'deny', text: 'Other', source: 'user', root: '/' }] as const;
      kit.permission.update({ rules });
      const reading = collect(kit.runtime.run([{ id: 'a', name: 'Any', input: {} }]));
      await quiet();
      person.answer('a', { behavior: 'allow', updates, ...who });
      const events = await toEnd(reading, kit.clock);
      return {
        rules: kit.permission.current().rules.map(({ text }) => text),
        code: resultOf(events, 'a').outcome.code,
        notices: ofType(events, 'notice').map(({ message }) => message),
      };
    };
    expect(await texts({ hook: 'guard' })).toEqual({
      rules: ['Other', 'Third'],
      code: 'ok',
      notices: [
        'The permission change from the hook "guard" was not saved: a hook may not remove deny rules.',
      ],
    });
    expect(await texts({})).toEqual({
      rules: ['Third'],
      code: 'ok',
      notices: [],
    });
  });

  it.each(['rule', 'safety'] as const)('does not allow what a %s wants a person for', async (by) => {
    const person = createPerson();
    const kit = createKit([toolOf('Any')], {
      policy: { decide: () => ({ behavior: 'ask', by, reason: 'careful', remedy: 'Ask a person.' }) },
      asker: person.asker,
    });
    const reading = collect(kit.runtime.run([{ id: 'a', name: 'Any', input: {} }]));
    await quiet();
    person.answer('a', { behavior: 'allow', hook: 'guard', updatedInput: { other: true } });
    const events = await toEnd(reading, kit.clock);
    expect(resultOf(events, 'a').outcome).toMatchObject({ code: 'denied', by: 'headless' });
    expect(textOfResult(events, 'a')).toMatch(/the hook "guard" may not allow\. Ask a person\./);
  });
});
