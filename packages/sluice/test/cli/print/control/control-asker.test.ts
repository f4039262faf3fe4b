import type { InquiryAnswer } from '@sluice/core';
import { expect, test } from 'vitest';
import { createControlAsker } from '../../../../src/cli/print/control/control-asker.ts';
import { request } from '../../exec/permission/request.ts';

function start() {
  const sent: object[] = [];
  const answers: (readonly [string, InquiryAnswer])[] = [];
  const asker = createControlAsker((message) => sent.push(message), {
    mode: () => 'default',
    serverOf: () => ({ name: 'calc', source: 'sdk' }),
  });
  const push = (id: string): void => asker.push(request(id), (answer) => answers.push([id, answer]));
  return { sent, answers, asker, push };
}

test('each question goes out once, and its first answer counts', () => {
  const { sent, answers, asker, push } = start();
  push('1');
  push('2');
  expect(sent).toMatchObject([
    {
      type: 'control_request',
      request_id: '1',
      request: {
        subtype: 'can_use_tool',
        tool_name: 'Bash',
        tool_use_id: '1',
        decision_reason_type: 'mode',
        mcp_server: { source: 'sdk' },
      },
    },
    { request_id: '2' },
  ]);
  expect(asker.openRequests()).toEqual(sent);
  expect(asker.respond('2', { behavior: 'allow' })).toBeUndefined();
  expect(asker.openRequests()).toEqual([sent[0]]);
  expect(asker.respond('2', { behavior: 'deny' })).toBeUndefined();
  expect(asker.respond('3', 'nonsense')).toBeUndefined();
  expect(answers).toEqual([['2', { behavior: 'allow' }]]);
  asker.fail('1', 'it crashed');
  asker.fail('1', 'again');
  expect(answers.slice(1)).toEqual([
    ['1', { behavior: 'unavailable', reason: expect.stringContaining('it crashed') }],
  ]);
});

test('an invalid answer denies, with what is wrong, and a later one counts no more', () => {
  const { answers, asker, push } = start();
  push('1');
  expect(asker.respond('1', { behavior: 'perhaps' })).toMatch(/^the request 1 is denied, .*"perhaps"/);
  expect(asker.respond('1', { behavior: 'allow' })).toBeUndefined();
  expect(answers).toEqual([['1', { behavior: 'unavailable', reason: expect.stringContaining('"perhaps"') }]]);
});

test('what is hidden is shown beside the raw input, and asks for more than one key', () => {
  const { sent, asker } = start();
  const input = { command: 'rm a\u200db' };
  asker.push(request('1', input), () => {});
  asker.push(request('2', { command: 'rm ab' }), () => {});
  expect(sent).toMatchObject([
    {
      request: {
        input,
        display: 'command: rm a⟨U+200D⟩b',
        warnings: ['Hidden characters, shown as ⟨U+…⟩: U+200D.'],
        default_to_no: true,
      },
    },
    { request: { display: 'command: rm ab', warnings: [], default_to_no: false } },
  ]);
});

test('a rule that wants it asked is named by its parts', () => {
  const { sent, asker } = start();
  const matchedRule = { behavior: 'ask', text: 'Bash(git push *)', source: 'user', root: '/home/a' } as const;
  asker.push({ ...request('1'), askedBy: 'rule', matchedRule }, () => {});
  expect(sent).toMatchObject([
    {
      request: {
        decision_reason_type: 'rule',
        matched_ask_rule: {
          source: 'userSettings',
          toolName: 'Bash',
          tool_name: 'Bash',
          ruleContent: 'git push *',
          rule_content: 'git push *',
        },
      },
    },
  ]);
});

test('a question that is withdrawn is called back, once, and answered no more', () => {
  const { sent, answers, asker, push } = start();
  push('1');
  asker.remove('1');
  asker.remove('1');
  asker.remove('2');
  asker.respond('1', { behavior: 'allow' });
  expect(sent.slice(1)).toEqual([{ type: 'control_cancel_request', request_id: '1' }]);
  expect(answers).toEqual([]);
});

test('a waiting question that changes is sent again under its id, and one that looks the same is not', () => {
  const { sent, answers, asker, push } = start();
  push('1');
  const changed = { ...request('1'), reason: 'a rule was added', suggestedRules: [] };
  asker.update({ ...request('1'), batch: { messageId: 'm', open: 2 } });
  asker.update(changed);
  asker.update(changed);
  asker.update({ ...changed, requestId: '2' });
  expect(sent.slice(1)).toMatchObject([
    {
      type: 'system',
      subtype: 'control_request_updated',
      request_id: '1',
      request: { subtype: 'can_use_tool', decision_reason: 'a rule was added', permission_suggestions: [] },
    },
  ]);
  asker.respond('1', { behavior: 'allow' });
  expect(answers).toEqual([['1', { behavior: 'allow' }]]);
});

test('when no answers can come any more, open questions and later ones have nobody', () => {
  const { sent, answers, asker, push } = start();
  push('1');
  asker.close();
  push('2');
  expect(answers.map(([id, { behavior }]) => [id, behavior])).toEqual([
    ['1', 'unavailable'],
    ['2', 'unavailable'],
  ]);
  expect(sent).toHaveLength(1);
});

test.each([
  ['nothing in particular', {}, { classifier_approvable: true, default_to_no: false }],
  ['a safety floor', { askedBy: 'safety' }, { classifier_approvable: false, default_to_no: true }],
  [
    'a hook, of what is of high risk',
    { askedBy: 'hook', risk: 'high' },
    { classifier_approvable: false, default_to_no: true },
  ],
] as const)('what %s wants asked says how it may be answered', (_title, facts, expected) => {
  const { sent, asker } = start();
  asker.push({ ...request('1'), risk: 'low', ...facts, suggestedRules: [] }, () => {});
  expect(sent).toMatchObject([
    {
      request: {
        title: expect.stringMatching(/^Sluice wants to run Bash: \w/),
        display_name: 'Bash',
        suppress_always_allow_rule: true,
        ...expected,
      },
    },
  ]);
});
