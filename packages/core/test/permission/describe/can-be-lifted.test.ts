import { expect, it } from 'vitest';
import { canBeLifted } from '../../../src/permission/describe/can-be-lifted.ts';
import { isOfPlanMode } from '../../../src/permission/describe/is-of-plan-mode.ts';
import type { DecisionCause } from '../../../src/data/decision-cause.ts';
import type { DecisionGrounds, Remedy } from '../../../src/data/decision-grounds.ts';

const part = (cause: DecisionCause): DecisionGrounds => ({ kind: 'part', cause, subject: 'Bash' });
const nobody = (remedy: Remedy): DecisionGrounds => ({
  ...{ kind: 'unanswered', asked: { kind: 'nothing-known' }, why: { kind: 'nobody' }, remedy },
});
const never = (asked: DecisionGrounds): DecisionGrounds => ({ kind: 'never-asked', asked });
const isolation = part({ kind: 'isolation', why: 'it is outside', path: '/a' });
const REMEDY: Remedy = { code: 'stated', text: 'Accept it.' };
const rule = { behavior: 'allow', text: 'mcp__s', source: 'cli', root: '/' } as const;
const changed = part({ kind: 'definition-changed', rule, what: 'its title is new', remedy: 'Accept it.' });
const outside = part({ kind: 'outside', path: '/a', access: 'write' });

it.each<[title: string, grounds: DecisionGrounds, lifted: boolean]>([
  ['isolation', isolation, false],
  ['a question that a rule answers', nobody({ code: 'stated', text: 'Allow it.' }), true],
  ['a question that the mode bypassPermissions answers', nobody({ code: 'person-or-bypass' }), true],
  ['plan mode', nobody({ code: 'leave-plan' }), true],
  ['a sealed file', nobody({ code: 'sealed-write' }), false],
  ['a critical removal', nobody({ code: 'person-only' }), false],
  ['an ask rule', nobody({ code: 'ask-rule' }), false],
  ['a question for the person', nobody({ code: 'interaction' }), false],
  ['a question in dontAsk', never(outside), true],
  ['a tool that its author has changed', { ...nobody(REMEDY), asked: changed } as never, false],
  ['a tool that its author has changed in dontAsk', never(changed), false],
  ['a question of a tool in dontAsk', never({ kind: 'stated', text: 'it asks' }), true],
  ['a question for the person in dontAsk', never(part({ kind: 'interaction' })), false],
  ['a question of a hook in dontAsk', never({ kind: 'hook-asks', hook: 'h', said: '' }), false],
  ['the classifier', { kind: 'classifier', behavior: 'deny', said: 'no' }, true],
  ['a person', { kind: 'declined', approver: undefined, feedback: undefined }, false],
  ['a policy or hook in its own words', { kind: 'stated', text: 'no' }, false],
])('knows whether a rule or mode lifts a denial by %s', (_, grounds, lifted) => {
  expect(canBeLifted(grounds)).toBe(lifted);
});

const plan = part({ kind: 'plan-mode', isFinal: true, path: '/a' });

it.each<[title: string, grounds: DecisionGrounds, isOfPlan: boolean]>([
  ['plan mode', plan, true],
  [
    'plan mode, because no one could answer',
    { ...nobody({ code: 'leave-plan' }), asked: plan } as never,
    true,
  ],
  ['a question that a rule answers', nobody({ code: 'stated', text: 'Allow it.' }), false],
  ['a file outside', outside, false],
])('knows whether plan mode denied a call: %s', (_, grounds, isOfPlan) => {
  expect(isOfPlanMode(grounds)).toBe(isOfPlan);
});
