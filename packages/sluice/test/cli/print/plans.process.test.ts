import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, type JsonObject } from '@sluice/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startModelServer } from '../../../../agent/test/support/model-server/start-model-server.ts';
import { calls, words } from './support/answers.ts';
import {
  BOTH_WAYS,
  printPlace,
  runPrint,
  startPrint,
  STREAM,
  talkTo,
  type PrintPlace,
} from './support/print.ts';
import { lastMessages } from './support/sent.ts';

const TALK = [...BOTH_WAYS, '--permission-prompts', 'stdio'];
const questions = [
  {
    question: 'Which database?',
    header: 'Database',
    multiSelect: true,
    options: [
      { label: 'SQLite', description: 'A file' },
      { label: 'Postgres', description: 'A server' },
    ],
  },
];

const plansOf = ({ home }: PrintPlace): string => join(home, '.sluice/plans');
const planPath = (place: PrintPlace): string => join(plansOf(place), readdirSync(plansOf(place))[0] ?? '');

/** The plan file that the model is told of. */
function toldPath(messages: unknown): string {
  return /Write your plan to (\S+?\.md)/.exec(JSON.stringify(messages))?.[1] ?? 'none';
}

const inputOf = (request: JsonObject): JsonObject => {
  const { request: body } = request;
  const input = isJsonObject(body) ? body['input'] : undefined;
  return isJsonObject(input) ? input : {};
};

test('answers of a person reach the model word for word, and no one and nothing else gives any', async () => {
  await using server = await startModelServer([
    calls(['AskUserQuestion', { questions }, 'a']),
    calls(['AskUserQuestion', { questions }, 'b']),
    calls(['AskUserQuestion', { questions, answers: { 'Which database?': 'SQLite' } }, 'c']),
    words('Done.'),
  ]);
  const place = printPlace(server);
  const talk = talkTo(
    startPrint(place, ...TALK, '--permission-mode', 'bypassPermissions', '--allowedTools', 'AskUserQuestion'),
  );
  talk.prompt('go');
  const asked = await talk.next({ type: 'control_request', request: { requires_user_interaction: true } });
  const answers = { 'Which database?': 'SQLite, my "own" one' };
  const annotations = { 'Which database?': { notes: 'wait with the rest' } };
  talk.answer(asked, { behavior: 'allow', updatedInput: { questions, answers, annotations } });
  // An allow without answers is none.
  talk.answer(await talk.next({ type: 'control_request' }), {
    behavior: 'allow',
    updatedInput: { questions },
  });
  await talk.next({ type: 'result' });
  await talk.end();
  const sent = JSON.stringify(lastMessages(server));
  expect(sent).toContain(
    JSON.stringify('Answer: SQLite, my "own" one\nNotes: wait with the rest').slice(1, -1),
  );
  expect(sent).toContain('The user gave no answer.');
  expect(sent).toContain('Leave answers, response, annotations, and afkTimeoutMs out');
});

test('without anyone to ask, a question is refused, and a plan stays unapproved', async () => {
  await using server = await startModelServer(({ body }) => {
    const messages = JSON.stringify(body['messages']);
    if (messages.includes('A plan stays unapproved')) return words('Done.');
    if (!messages.includes('tool_result'))
      return calls(['Write', { file_path: toldPath(messages), content: 'The plan.' }]);
    return calls(
      ['AskUserQuestion', { questions }, 'a'],
      ['ExitPlanMode', {}, 'b'],
      ['Write', { file_path: 'x', content: 'x' }, 'c'],
    );
  });
  const place = printPlace(server);
  const { stdout, status } = await runPrint(
    place,
    'go',
    ...STREAM,
    '--permission-mode',
    'plan',
    '--allowedTools',
    'ExitPlanMode Write AskUserQuestion',
  );
  expect(status).toBe(0);
  expect(stdout).toContain('"permissionMode":"plan"');
  expect(readFileSync(planPath(place), 'utf8')).toBe('The plan.');
  expect(existsSync(join(place.cwd, 'x'))).toBe(false);
  const sent = JSON.stringify(lastMessages(server));
  expect(sent).toContain('decide what you can and say what you assumed. A plan stays unapproved.');
  expect(sent).toContain(`ExitPlanMode, with the plan in ${planPath(place)}, needs an answer from a person`);
  expect(sent).toContain(
    'if you have ExitPlanMode and someone can approve the plan, write it and present it;',
  );
  expect(sent).toContain(`plan mode does not allow changes to ${join(place.cwd, 'x')}: `);
  expect(sent.match(/Plan mode is on\. Read/g)).toHaveLength(1);
});

test('a plan is declined with words, then approved with an edit, and the mode before it comes back', async () => {
  await using server = await startModelServer(({ body }) => {
    const messages = JSON.stringify(body['messages']);
    if (messages.includes('made2')) return words('Done.');
    if (messages.includes('The user has approved'))
      return calls(['Write', { file_path: 'made', content: 'made2' }]);
    if (messages.includes('not that')) return calls(['ExitPlanMode', {}, 'second']);
    if (messages.includes('The plan.')) return calls(['ExitPlanMode', {}, 'first']);
    if (messages.includes('Plan mode is on'))
      return calls(['Write', { file_path: toldPath(messages), content: 'The plan.' }, 'w']);
    return calls(['EnterPlanMode', {}, 'enter']);
  });
  const place = printPlace(server);
  const talk = talkTo(
    startPrint(place, ...TALK, '--permission-mode', 'acceptEdits', '--tool-loading', 'off'),
  );
  talk.prompt('go');
  const first = await talk.next({ type: 'control_request', request: { tool_name: 'ExitPlanMode' } });
  expect(inputOf(first)).toEqual({ plan: 'The plan.', planFilePath: planPath(place) });
  talk.answer(first, { behavior: 'deny', message: 'not that' });
  const second = await talk.next({ type: 'control_request', request: { tool_name: 'ExitPlanMode' } });
  expect(readFileSync(planPath(place), 'utf8')).toBe('The plan.');
  talk.answer(second, { behavior: 'allow', updatedInput: { ...inputOf(second), plan: 'A better plan.' } });
  await talk.next({ type: 'result' });
  expect(await talk.end()).toBe(0);
  expect(readFileSync(planPath(place), 'utf8')).toBe('A better plan.');
  expect(readFileSync(join(place.cwd, 'made'), 'utf8')).toBe('made2');
  expect(JSON.stringify(lastMessages(server))).toContain('the plan, with changes of their own');
  expect(talk.messages).toContainEqual(
    expect.objectContaining({
      tool_use_result: expect.objectContaining({
        ...{ plan: 'A better plan.', filePath: planPath(place), planWasEdited: true },
      }),
    }),
  );
});

test.each([
  ['acceptEdits', 'default'],
  ['default', 'acceptEdits'],
] as const)(
  'the person may pick the mode %s with the approval, whatever was before',
  async (mode, before) => {
    await using server = await startModelServer(({ body }) => {
      const messages = JSON.stringify(body['messages']);
      if (messages.includes('The user has approved')) return words('Done.');
      if (messages.includes('The plan.')) return calls(['ExitPlanMode', {}]);
      if (messages.includes('Plan mode is on'))
        return calls(['Write', { file_path: toldPath(messages), content: 'The plan.' }]);
      return calls(['EnterPlanMode', {}]);
    });
    const place = printPlace(server);
    const talk = talkTo(startPrint(place, ...TALK, '--permission-mode', before, '--tool-loading', 'off'));
    talk.prompt('go');
    await talk.next({ type: 'system', subtype: 'status', permissionMode: 'plan' });
    const asked = await talk.next({ type: 'control_request' });
    const updatedPermissions = [{ type: 'setMode', mode, destination: 'session' }];
    talk.answer(asked, { behavior: 'allow', updatedInput: inputOf(asked), updatedPermissions });
    const { permissionMode } = await talk.next({ type: 'system', subtype: 'status' });
    expect(permissionMode).toBe(mode);
    await talk.next({ type: 'result' });
    expect(await talk.end()).toBe(0);
  },
);

test('a plan that is declined without words is kept, and the session goes on in plan mode', async () => {
  await using server = await startModelServer(({ body }) => {
    const messages = JSON.stringify(body['messages']);
    if (messages.includes('And now?')) return words('Still planning.');
    if (messages.includes('The plan.')) return calls(['ExitPlanMode', {}]);
    return calls(['Write', { file_path: toldPath(messages), content: 'The plan.' }]);
  });
  const place = printPlace(server);
  const talk = talkTo(startPrint(place, ...TALK, '--permission-mode', 'plan'));
  talk.prompt('go');
  talk.answer(await talk.next({ type: 'control_request' }), { behavior: 'deny' });
  await talk.next({ type: 'result' });
  talk.prompt('And now?');
  await talk.next({ type: 'result', result: 'Still planning.' });
  expect(await talk.end()).toBe(0);
  expect(readFileSync(planPath(place), 'utf8')).toBe('The plan.');
  expect(talk.messages.filter(({ subtype }) => subtype === 'status')).not.toContainEqual(
    expect.objectContaining({ permissionMode: expect.not.stringMatching(/^plan$/) }),
  );
});

/** Every file below with its content and mode. */
function treeHash(root: string): string {
  const hash = createHash('sha256');
  const walk = (at: string): void => {
    for (const entry of readdirSync(at, { withFileTypes: true }).toSorted((a, b) =>
      a.name < b.name ? -1 : 1,
    )) {
      const path = join(at, entry.name);
      hash.update(`${path} ${statSync(path).mode}\n`);
      if (entry.isDirectory()) walk(path);
      else hash.update(readFileSync(path));
    }
  };
  walk(root);
  return hash.digest('hex');
}

test('whatever is called in plan mode, nothing but the plan file is written', async () => {
  const path = fc.constantFrom(
    'a.txt',
    './sub/../a.txt',
    'new/b.txt',
    '.claude/settings.json',
    'link',
    '$PLAN/../x.md',
    '$PLAN/x',
    '$PLAN',
    'nb.ipynb',
  );
  const command = fc.constantFrom(
    'touch x',
    'rm a.txt',
    'echo x > a.txt',
    'echo x > $PLAN',
    'rm $PLAN',
    'mv $PLAN a.txt',
    'cp a.txt b.txt',
    'sed -i s/o/x/ a.txt',
    'git init',
    'mkdir d',
    'tee a.txt < /dev/null',
    'ln -s a.txt l',
    'chmod 777 a.txt',
    "node -e \"require('fs').writeFileSync('y','')\"",
    'bash -c "touch z"',
    'cat a.txt',
    'ls',
  );
  const one = fc.oneof(
    fc.tuple(
      fc.constant('Write'),
      path.map((file_path) => ({ file_path, content: 'changed' })),
    ),
    fc.tuple(
      fc.constant('Edit'),
      path.map((file_path) => ({ file_path, old_string: 'o', new_string: 'x' })),
    ),
    fc.tuple(
      fc.constant('NotebookEdit'),
      path.map((notebook_path) => ({ notebook_path, new_source: 'x', cell_id: '0' })),
    ),
    fc.tuple(
      fc.constant('Bash'),
      command.map((text) => ({ command: text })),
    ),
    fc.tuple(fc.constant('EnterPlanMode'), fc.constant({})),
    fc.tuple(
      fc.constant('Read'),
      path.map((file_path) => ({ file_path })),
    ),
  );
  const made = fc.sample(one, { numRuns: 500, seed: 7 });
  let sentAt = 0;
  await using server = await startModelServer(({ body }) => {
    const plan = toldPath(body['messages']);
    const batch = made.slice(sentAt, sentAt + 100);
    sentAt += 100;
    if (batch.length === 0) return words('Done.');
    const filled: unknown = JSON.parse(JSON.stringify(batch).replaceAll('$PLAN', plan));
    return calls(
      ...(filled as typeof made).map(([name, input], at) => [name, input, `c${sentAt}_${at}`] as const),
    );
  });
  const place = printPlace(server);
  writeFileSync(join(place.cwd, 'a.txt'), 'one\n');
  writeFileSync(
    join(place.cwd, 'nb.ipynb'),
    JSON.stringify({
      cells: [{ id: '0', cell_type: 'code', source: 'o', metadata: {}, outputs: [] }],
      metadata: {},
      nbformat: 4,
      nbformat_minor: 5,
    }),
  );
  const before = treeHash(place.cwd);
  const rules = 'Write Edit Bash NotebookEdit';
  const { status } = await runPrint(
    place,
    'go',
    '--permission-mode',
    'plan',
    '--allowedTools',
    rules,
    '--allow-dangerously-skip-permissions',
  );
  expect(status).toBe(0);
  expect(sentAt).toBe(600);
  expect(treeHash(place.cwd)).toBe(before);
  expect(readdirSync(place.home)).toEqual(['.sluice']);
  expect(readdirSync(join(place.home, '.sluice'))).toEqual(['plans']);
  expect(readdirSync(plansOf(place))).toHaveLength(1);
  expect(readFileSync(planPath(place), 'utf8')).toMatch(/chang/);
}, 120_000);

const FILLED_IN = { questions, answers: { 'Which database?': 'SQLite' } };

const ALLOWS: readonly [string, string, JsonObject, RegExp][] = [
  ['answers a question with answers', 'AskUserQuestion', { updatedInput: FILLED_IN }, /Answer: SQLite/],
  ['answers no question without them', 'AskUserQuestion', {}, /decide what you can and say what you assumed/],
  [
    'answers no question that a rule asks about',
    'AskUserQuestion',
    { updatedInput: FILLED_IN },
    /the ask rule AskUserQuestion .* only a person can allow it/,
  ],
  [
    'approves a plan with the plan',
    'ExitPlanMode',
    { updatedInput: { plan: 'The plan.' } },
    /has approved the plan/,
  ],
  ['approves no plan without it', 'ExitPlanMode', {}, /A plan stays unapproved/],
];

test('in dontAsk no one is asked a question, and the model is told to decide', async () => {
  await using server = await startModelServer([calls(['AskUserQuestion', { questions }]), words('Done.')]);
  const talk = talkTo(startPrint(printPlace(server), ...TALK, '--permission-mode', 'dontAsk'));
  talk.prompt('go');
  await talk.next({ type: 'result', result: 'Done.' });
  expect(await talk.end()).toBe(0);
  expect(talk.messages.filter(({ type }) => type === 'control_request')).toEqual([]);
  expect(JSON.stringify(lastMessages(server))).toContain('decide what you can and say what you assumed');
});

test.each([
  ...ALLOWS.map((row) => ['PreToolUse', ...row] as const),
  ...ALLOWS.map((row) => ['PermissionRequest', ...row] as const),
])('a hook of %s that allows %s', async (event, title, tool, decision, expected) => {
  await using server = await startModelServer(({ body }) => {
    const messages = JSON.stringify(body['messages']);
    if (messages.includes('"b"')) return words('Done.');
    if (!messages.includes('tool_result'))
      return calls(['Write', { file_path: toldPath(messages), content: 'The plan.' }, 'a']);
    return calls([tool, tool === 'ExitPlanMode' ? {} : { questions }, 'b']);
  });
  const place = printPlace(server);
  const answer =
    event === 'PreToolUse'
      ? { permissionDecision: 'allow', ...decision }
      : { decision: { behavior: 'allow', ...decision } };
  const command = `echo '${JSON.stringify({ hookSpecificOutput: { hookEventName: event, ...answer } })}'`;
  const hooks = { [event]: [{ matcher: tool, hooks: [{ type: 'command', command }] }] };
  const args = ['--permission-mode', 'plan', '--settings', JSON.stringify({ hooks })];
  const ruled = title.includes('rule') ? ['--ask', tool] : [];
  const { status } = await runPrint(place, 'go', ...STREAM, ...args, ...ruled);
  expect(status).toBe(0);
  expect(JSON.stringify(lastMessages(server).at(-1))).toMatch(expected);
});
