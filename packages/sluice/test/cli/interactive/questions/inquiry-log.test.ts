import { displayInput, type PlanInquiry } from '@sluice/core';
import { createStyle } from '@sluice/terminal';
import { expect, it } from 'vitest';
import { InquiryLog } from '../../../../src/cli/interactive/questions/inquiry-log.ts';

it('prints all of a long call, whose display was cut', () => {
  const lines: string[] = [];
  const log = new InquiryLog((text) => lines.push(text), createStyle(false));
  const input = { command: Array.from({ length: 400 }, (_, line) => `echo line ${line}`).join('\n') };
  const display = displayInput(input);
  expect(display.isWhole).toBe(false);
  log.whole({
    kind: 'permission',
    requestId: 'a',
    callId: 'a',
    toolName: 'Bash',
    input,
    display,
    summary: 'Bash echo',
    reason: 'no rule allows it',
    agentChain: [],
    askedBy: 'default',
    matchedRule: undefined,
    blockedPath: undefined,
    suggestedRules: ['Bash(echo *)'],
    suggestedDestination: 'session',
    risk: 'medium',
    batch: { messageId: 'm', open: 1 },
  });
  const text = lines.join('\n');
  for (let line = 0; line < 400; line += 1) expect(text).toContain(`echo line ${line}`);
});

it('says what was to be confirmed without the list of what it is about', () => {
  const lines: string[] = [];
  const log = new InquiryLog((text) => lines.push(text), createStyle(false));
  const message = 'Leave and stop 2 background tasks?\nsleep 1\nsleep 2';
  log.answered(
    { kind: 'confirm', requestId: 'c', message, summary: '', reason: '', agentChain: [] },
    { answer: { behavior: 'deny' }, said: 'no', afterMs: 1000, hasSeenAll: true },
  );
  expect(lines).toEqual(['asked: Leave and stop 2 background tasks? → no (you, 1 s)']);
});

it.each([
  [
    'with its own heading',
    '\n# Move the parser\n\n1. Move it.',
    ['', '# Move the parser', '', '1. Move it.'],
  ],
  ['below a heading, if it has none', '1. Move it.', ['Plan', '1. Move it.']],
])('prints a plan %s', (_, plan, expected) => {
  const lines: string[] = [];
  const log = new InquiryLog((text) => lines.push(text), createStyle(false));
  const input = { plan };
  log.plan({
    ...{
      kind: 'plan',
      requestId: 'a',
      callId: 'a',
      toolName: 'ExitPlanMode',
      input,
      display: displayInput(input),
    },
    ...{ summary: 'Plan', reason: 'it asks', agentChain: [], askedBy: 'tool', matchedRule: undefined },
    ...{ blockedPath: undefined, suggestedRules: [], suggestedDestination: 'session', risk: 'low' },
    ...{ batch: { messageId: 'm', open: 1 }, preview: { kind: 'plan', plan, path: '' } },
  });
  expect(lines).toEqual(expected);
});

it('says of a form that is withdrawn that its server no longer waits', () => {
  const lines: string[] = [];
  const log = new InquiryLog((text) => lines.push(text), createStyle(false));
  log.withdrawn({
    ...{ kind: 'form', requestId: 'a', source: 'mcp:kit', message: 'How many?', schema: {} },
    ...{ display: displayInput({}), summary: 'a form of mcp:kit', reason: 'it asks', agentChain: [] },
  });
  expect(lines).toEqual([expect.stringMatching(/^asked: .* → withdrawn \(kit no longer needs it\)$/)]);
});

it('says who asked, and prints the plan that the person has changed', () => {
  const lines: string[] = [];
  const log = new InquiryLog((text) => lines.push(text), createStyle(false));
  const input = { plan: 'Old.' };
  const inquiry: PlanInquiry = {
    ...{ kind: 'plan', requestId: 'a', callId: 'a', toolName: 'ExitPlanMode', input },
    ...{ display: displayInput(input), summary: 'Plan', reason: 'it asks', askedBy: 'tool' },
    ...{ agentChain: ['outer', 'inner: a task'], matchedRule: undefined, blockedPath: undefined },
    ...{ suggestedRules: [], suggestedDestination: 'session', risk: 'low' },
    ...{ batch: { messageId: 'm', open: 1 }, preview: { kind: 'plan', plan: 'Old.', path: '' } },
  };
  const given = { said: 'go on', afterMs: 1000, hasSeenAll: true };
  log.answered(inquiry, { ...given, answer: { behavior: 'allow', updatedInput: { plan: 'New.\n' } } });
  expect(lines).toEqual([
    expect.stringMatching(/^asked: Plan for agent outer › inner: a task → go on \(you, /),
    'the plan as you changed it:',
    'New.',
  ]);
});

it.each([
  [false, `asked: Bash ${'echo a '.repeat(7)}e… → yes, once (you, 3 s)`],
  [true, `asked: Bash ${'echo a '.repeat(30).trim()}, answer: yes, once`],
])('a long call is named in one row; where lines are read out (%s), whole', (isPlain, row) => {
  const lines: string[] = [];
  const log = new InquiryLog((text) => lines.push(text), createStyle(false), isPlain);
  const command = 'echo a '.repeat(30).trim();
  const input = { command };
  const answer = { behavior: 'allow' } as const;
  log.answered(
    {
      ...{ kind: 'permission', requestId: 'a', callId: 'a', toolName: 'Bash', input },
      ...{ display: displayInput(input), summary: `Bash ${command}`, reason: 'no rule allows it' },
      ...{ agentChain: [], askedBy: 'default', matchedRule: undefined, blockedPath: undefined },
      ...{ suggestedRules: [], suggestedDestination: 'session', risk: 'medium' },
      ...{ batch: { messageId: 'm', open: 1 } },
    },
    { answer, said: 'yes, once', afterMs: 3000, hasSeenAll: true },
  );
  expect(lines).toEqual([row]);
});
