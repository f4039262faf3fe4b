import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PreToolUseHook, PreToolUseResult } from '../../src/index.ts';
import { runPreHooks } from '../../src/hook/pre-tool-use.ts';
import { quiet } from '../support/drive.ts';
import { collect, createKit, outcomes, resultOf, runAll, toEnd, toolOf } from '../support/kit.ts';
import { ALLOW, asking, createPerson } from '../support/person.ts';

const pre = (name: string, result: PreToolUseResult): PreToolUseHook => ({
  event: 'PreToolUse',
  name,
  run: () => result,
});
const changes = { updatedInput: { path: 'rewritten' } };
const one = [{ id: 'c', name: 'Any', input: { path: 'a' } }];

describe('an allow of a hook', () => {
  const rows: [title: string, hooks: PreToolUseResult[], outcome: string][] = [
    ['counts for the input that it saw', [{ decision: 'allow' }, {}], 'ok'],
    ['counts for the input that it made', [{ decision: 'allow', ...changes }, {}], 'ok'],
    [
      'counts for that beside one that does not',
      [{ decision: 'allow' }, { decision: 'allow', ...changes }],
      'ok',
    ],
    ['does not count for what a later one made', [{ decision: 'allow' }, changes], 'denied'],
    ['does not count for what an earlier one made', [changes, { decision: 'allow' }], 'denied'],
    ['does not count where its own input gave way', [{ decision: 'allow', ...changes }, changes], 'denied'],
  ];
  it.each(rows)('%s', async (_, results, outcome) => {
    const ran: unknown[] = [];
    const tool = toolOf('Any', { call: async (input) => ({ data: ran.push(input) }) });
    const hooks = results.map((result, index) => pre(`h${index}`, result));
    const events = await runAll(createKit([tool], { hooks, policy: asking('Any') }), one);
    expect(outcomes(events)).toEqual({ c: outcome });
    expect(ran).toHaveLength(outcome === 'ok' ? 1 : 0);
    if (outcome === 'ok') return;
    expect(resultOf(events, 'c').record.decision?.reason).toMatch(
      /the hook "h\d" allowed a different input, before the hook "h\d" changed it/,
    );
  });

  it('is not what lets an input run that the person wrote', async () => {
    const person = createPerson();
    const hooks = [pre('generous', { decision: 'allow' })];
    const tool = toolOf('Any', { checkPermissions: () => ({ behavior: 'ask', message: 'careful' }) });
    const kit = createKit([tool], { hooks, policy: asking('Any'), asker: person.asker });
    const reading = collect(kit.runtime.run(one));
    await quiet();
    person.answer('c', { ...ALLOW, ...changes });
    const { record } = resultOf(await toEnd(reading, kit.clock), 'c');
    expect(record.decision).toMatchObject({ behavior: 'allow', by: 'person' });
  });
});

it('who said deny, defer or ask decides whatever becomes of the input; an allow only where its hook knows the input', async () => {
  const decision = fc.constantFrom(undefined, 'allow', 'ask', 'defer', 'deny');
  const answers = fc.array(fc.record({ decision, isChanging: fc.boolean() }), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(answers, async (all) => {
      const hooks = all.map(({ decision: said, isChanging }, index) =>
        pre(`h${index}`, {
          ...(said !== undefined && { decision: said }),
          ...(isChanging && { updatedInput: { by: index } }),
        }),
      );
      const signal = new AbortController().signal;
      const told = { callId: 'c', messageId: 'm', toolName: 'Any', input: {}, cwd: '/d', signal };
      const verdict = await runPreHooks(hooks, told);
      const strict = (['deny', 'defer', 'ask'] as const).find((said) =>
        all.some((answer) => answer.decision === said),
      );
      const last = all.findLastIndex(({ isChanging }) => isChanging);
      const isAllowed = all.some(
        (answer, index) => answer.decision === 'allow' && (last === -1 || last === index),
      );
      expect(verdict.decision).toBe(strict ?? (isAllowed ? 'allow' : undefined));
    }),
  );
});
