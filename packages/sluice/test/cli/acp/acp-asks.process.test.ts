import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startModelServer } from '../../../../agent/test/support/model-server/start-model-server.ts';
import { faultEntry } from '../../../../session/test/mcp/support/with-server.ts';
import { scratch } from '../exec/support/scratch.ts';
import { calls, words } from '../print/support/answers.ts';
import { printPlace } from '../print/support/print.ts';
import { lastMessages } from '../print/support/sent.ts';
import { choose, openEditor, type Editor } from './support/editor.ts';

const HIDDEN = '\u202E';
const FORM = {
  message: `Which ${HIDDEN}one?`,
  requestedSchema: {
    type: 'object',
    properties: { size: { type: 'string', title: 'Size', enum: ['s', 'l'], enumNames: ['Small', 'Large'] } },
    required: ['size'],
  },
};
const PAGE = { mode: 'url', message: 'Log in.', url: 'https://login.example/x', elicitationId: 'e1' };
const QUESTIONS = {
  questions: [
    {
      question: 'Which color?',
      header: 'Color',
      multiSelect: false,
      options: [
        { label: 'Red', description: 'Warm' },
        { label: 'Blue', description: 'Cold' },
      ],
    },
  ],
};
const ARGS = [
  '--mcp-config',
  JSON.stringify({ mcpServers: { f: faultEntry({}) } }),
  '--allowedTools',
  'mcp__f',
];

async function begin(editor: Editor, cwd: string, elicitation?: object): Promise<string> {
  const clientCapabilities = elicitation === undefined ? {} : { elicitation };
  await editor.agent.request('initialize', { protocolVersion: 1, clientCapabilities });
  return (await editor.agent.request('session/new', { cwd, mcpServers: [] })).sessionId;
}

const say = (editor: Editor, sessionId: string, text: string) =>
  editor.agent.request('session/prompt', { sessionId, prompt: [{ type: 'text', text }] });

const ASKING = () => [
  calls(['mcp__f__ask', FORM, 'toolu_f']),
  calls(['mcp__f__ask', PAGE, 'toolu_p']),
  calls(['AskUserQuestion', QUESTIONS, 'toolu_q']),
  words('Done.'),
];

test('an editor with forms shows those of servers, pages and questions, with nothing hidden', async () => {
  await using server = await startModelServer(ASKING());
  const place = printPlace(server);
  const editor = openEditor(place, {
    args: ARGS,
    fill: (form) =>
      form.mode === 'url'
        ? { action: 'accept' }
        : { action: 'accept', content: form.message.startsWith('mcp:f') ? { size: 'l' } : { q1: 'Blue' } },
  });
  const sessionId = await begin(editor, place.cwd, { form: {}, url: {} });
  expect(await say(editor, sessionId, 'Ask.')).toEqual({ stopReason: 'end_turn' });
  const [form, page, questions] = editor.forms;
  expect(form).toMatchObject({
    mode: 'form',
    sessionId,
    message: expect.stringMatching(/^mcp:f: Which ⟨U\+202E⟩one\?\nWarning: /),
    requestedSchema: {
      properties: {
        size: {
          oneOf: [
            { const: 's', title: 'Small' },
            { const: 'l', title: 'Large' },
          ],
        },
      },
      required: ['size'],
    },
  });
  expect(page).toMatchObject({ mode: 'url', url: 'https://login.example/x' });
  expect(questions).toMatchObject({
    toolCallId: 'toolu_q',
    requestedSchema: {
      properties: {
        q1: { title: 'Which color?', oneOf: [{ const: 'Red', description: 'Warm' }, { const: 'Blue' }] },
        q1_other: { type: 'string' },
      },
    },
  });
  const sent = JSON.stringify(lastMessages(server)).replaceAll('\\', '');
  expect(sent).toContain('{"action":"accept","content":{"size":"l"}}');
  expect(sent).toMatch(/Which color\?.{0,12}Blue/);
  expect([editor.asked, editor.violations]).toEqual([[], []]);
  await editor.close();
});

test('without forms, choices are options of permission requests, and the model hears what could not be shown', async () => {
  const free = {
    message: 'Who?',
    requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
  };
  await using server = await startModelServer([
    ...ASKING().slice(0, 3),
    calls(['mcp__f__ask', free, 'toolu_n']),
    words('Done.'),
  ]);
  const place = printPlace(server);
  const editor = openEditor(place, {
    args: ARGS,
    answer: (request) =>
      choose(request.options.some(({ optionId }) => optionId === 'choice-1') ? 'choice-1' : 'allow')(request),
  });
  const sessionId = await begin(editor, place.cwd);
  expect(await say(editor, sessionId, 'Ask.')).toEqual({ stopReason: 'end_turn' });
  expect(editor.asked.map(({ toolCall }) => toolCall.title)).toEqual([
    'Size',
    expect.stringContaining('login.example'),
    'Which color?',
  ]);
  expect(JSON.stringify(editor.asked[0])).toMatch(/Warning: .*Which ⟨U\+202E⟩one/);
  const sent = JSON.stringify(lastMessages(server)).replaceAll('\\', '');
  expect(sent).toContain('{"action":"accept","content":{"size":"l"}}');
  expect(sent).toMatch(/Which color\?.{0,12}Blue/);
  expect(sent).toContain('{"action":"cancel"}');
  expect([editor.forms, editor.violations]).toEqual([[], []]);
  await editor.close();
});

test('a task that ends wakes the model without a prompt, the list of tasks is a plan, and a prompt waits for its turn', async () => {
  const built = join(scratch(), 'built');
  const until = `until [ -e '${built}' ]; do sleep 0.02; done`;
  await using server = await startModelServer([
    calls(['TaskCreate', { subject: 'Build it', description: 'All of it.' }]),
    calls(['TaskUpdate', { taskId: '1', status: 'in_progress' }]),
    calls(['Bash', { command: until, run_in_background: true }]),
    words('It is being built.'),
    words('It is built.'),
    words('You are welcome.'),
  ]);
  const printed = printPlace(server);
  const place = { ...printed, env: { ...printed.env, CLAUDE_CODE_ENABLE_TASKS: '1' } };
  const editor = openEditor(place, { args: ['--allowedTools', 'Bash'] });
  const sessionId = await begin(editor, place.cwd);
  expect(await say(editor, sessionId, 'Build.')).toEqual({ stopReason: 'end_turn' });
  expect(editor.updates.filter(({ sessionUpdate }) => sessionUpdate === 'plan')).toMatchObject([
    { entries: [{ content: 'Build it', status: 'pending' }] },
    { entries: [{ content: 'Build it', status: 'in_progress' }] },
  ]);
  expect(server.requests).toHaveLength(4);
  writeFileSync(built, '');
  await editor.update(
    (update) =>
      update.sessionUpdate === 'agent_message_chunk' &&
      update.content.type === 'text' &&
      update.content.text === 'It is built.',
  );
  expect(JSON.stringify(lastMessages(server).at(-1))).toContain('background task');
  expect(await say(editor, sessionId, 'Thanks.')).toEqual({ stopReason: 'end_turn' });
  await expect.poll(() => editor.text()).toBe('It is being built.It is built.You are welcome.');
  expect([editor.violations, server.problems]).toEqual([[], []]);
  expect(await editor.close()).toMatchObject({ status: 0, stderr: '' });
});
