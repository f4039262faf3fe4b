import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { NewSessionResponse } from '@agentclientprotocol/sdk';
import { expect, test } from 'vitest';
import { startModelServer } from '../../../../agent/test/support/model-server/start-model-server.ts';
import { isAlive, linesOfFile } from '../exec/support/until.ts';
import { calls, words } from '../print/support/answers.ts';
import { printPlace } from '../print/support/print.ts';
import { lastMessages } from '../print/support/sent.ts';
import { choose, openEditor, type Editor } from './support/editor.ts';

const start = (editor: Editor) => editor.agent.request('initialize', { protocolVersion: 1 });
const newSession = (editor: Editor, cwd: string): Promise<NewSessionResponse> =>
  editor.agent.request('session/new', { cwd, mcpServers: [] });
const say = (editor: Editor, sessionId: string, text: string) =>
  editor.agent.request('session/prompt', { sessionId, prompt: [{ type: 'text', text }] });

test('an editor gets text, calls with their changes, questions with the whole call, and costs', async () => {
  await using server = await startModelServer([
    calls(['Write', { file_path: 'a.txt', content: 'one\n' }, 'toolu_w']),
    calls(['Bash', { command: 'echo hello' }, 'toolu_b']),
    words('All done.'),
  ]);
  const place = printPlace(server);
  const editor = openEditor(place, { answer: choose('allow') });
  expect(await start(editor)).toMatchObject({
    protocolVersion: 1,
    agentInfo: { name: 'sluice' },
    agentCapabilities: { loadSession: true },
  });
  const session = await newSession(editor, place.cwd);
  expect(session.modes).toMatchObject({ currentModeId: 'default' });
  await editor.update(({ sessionUpdate }) => sessionUpdate === 'available_commands_update');
  mkdirSync(join(place.cwd, '.claude/skills/fresh'), { recursive: true });
  writeFileSync(join(place.cwd, '.claude/skills/fresh/SKILL.md'), '---\ndescription: New\n---\nDo it.\n');
  const end = await say(editor, session.sessionId, 'Write a file.');
  await editor.update(
    (one) =>
      one.sessionUpdate === 'available_commands_update' &&
      one.availableCommands.some(({ name }) => name === 'fresh'),
  );
  expect(end).toEqual({ stopReason: 'end_turn' });
  await expect.poll(() => editor.text()).toBe('All done.');
  expect(readFileSync(join(place.cwd, 'a.txt'), 'utf8')).toBe('one\n');
  expect(editor.asked).toMatchObject([
    {
      toolCall: { toolCallId: 'toolu_w', kind: 'edit', rawInput: { file_path: 'a.txt' } },
      options: expect.arrayContaining([expect.objectContaining({ kind: 'allow_always' })]),
    },
  ]);
  const ofWrite = editor.updates.filter(
    (update) => 'toolCallId' in update && update.toolCallId === 'toolu_w',
  );
  expect(ofWrite).toMatchObject([
    // The editor knows of the call before its input has arrived.
    { sessionUpdate: 'tool_call', title: 'Write', status: 'pending' },
    {
      sessionUpdate: 'tool_call_update',
      kind: 'edit',
      locations: [{ path: join(place.cwd, 'a.txt') }],
      rawInput: { file_path: 'a.txt' },
    },
    { status: 'in_progress' },
    { status: 'completed', content: [{ type: 'diff', oldText: null, newText: 'one\n' }] },
  ]);
  expect(editor.updates).toContainEqual(
    expect.objectContaining({ sessionUpdate: 'session_info_update', title: 'Write a file.' }),
  );
  await editor.update(({ sessionUpdate }) => sessionUpdate === 'usage_update');
  expect(editor.updates.at(-1)).toMatchObject({ sessionUpdate: 'usage_update' });
  const { status, stderr } = await editor.close();
  expect([status, stderr, editor.violations]).toEqual([0, '', []]);
  expect(server.problems).toEqual([]);
});

test('an editor that shows compactions gets their beginning and end, also if they are canceled; others get none', async () => {
  for (const capabilities of [{ session: { compaction: {} } }, {}]) {
    const requests: number[] = [];
    await using server = await startModelServer(() => {
      requests.push(requests.length);
      // The second summary never comes.
      return requests.length < 4 ? words('Hello.') : { connection: 'silent' };
    });
    const place = printPlace(server);
    const editor = openEditor(place);
    const params = { protocolVersion: 1, clientCapabilities: capabilities };
    await editor.agent.request('initialize', params);
    const { sessionId } = await newSession(editor, place.cwd);
    await say(editor, sessionId, 'Good morning.');
    await say(editor, sessionId, '/compact');
    await say(editor, sessionId, 'And again.');
    const turn = say(editor, sessionId, '/compact');
    await expect.poll(() => requests.length).toBe(4);
    await editor.agent.notify('session/cancel', { sessionId });
    expect(await turn).toEqual({ stopReason: 'cancelled' });
    if ('session' in capabilities)
      await editor.update((one) => one.sessionUpdate === 'compaction_update' && one.status === 'cancelled');
    const updates = editor.updates.filter(({ sessionUpdate }) => sessionUpdate === 'compaction_update');
    expect(updates).toMatchObject(
      'session' in capabilities
        ? [
            { compactionId: 'compaction-1', status: 'in_progress' },
            { compactionId: 'compaction-1', status: 'completed' },
            { compactionId: 'compaction-2', status: 'in_progress' },
            { compactionId: 'compaction-2', status: 'cancelled' },
          ]
        : [],
    );
    expect([(await editor.close()).status, editor.violations]).toEqual([0, []]);
  }
});

test('what commands answer, and why a hook blocks a prompt, are messages, although no model is asked', async () => {
  await using server = await startModelServer([]);
  const place = printPlace(server);
  const block = `echo '{"decision":"block","reason":"Not today."}'`;
  const hooks = { UserPromptSubmit: [{ hooks: [{ type: 'command', command: block }] }] };
  mkdirSync(join(place.home, '.claude'));
  writeFileSync(join(place.home, '.claude/settings.json'), JSON.stringify({ hooks }));
  const editor = openEditor(place);
  await start(editor);
  const { sessionId } = await newSession(editor, place.cwd);
  const end = { stopReason: 'end_turn' };
  expect(await say(editor, sessionId, '/tasks')).toEqual(end);
  await expect.poll(() => editor.text()).toBe('There are no background tasks.');
  expect(await say(editor, sessionId, '/loop stop x')).toEqual(end);
  await expect.poll(() => editor.text()).toContain('There is no schedule x.');
  expect(await say(editor, sessionId, 'Hello.')).toEqual(end);
  await expect.poll(() => editor.text()).toContain('Not today.');
  expect([(await editor.close()).status, editor.violations]).toEqual([0, []]);
  expect(server.requests).toHaveLength(0);
});

test('a refusal ends the turn, and a canceled question cancels it', async () => {
  await using server = await startModelServer(() => calls(['Write', { file_path: 'a.txt', content: 'x' }]));
  const place = printPlace(server);
  const refusing = openEditor(place);
  await start(refusing);
  const { sessionId } = await newSession(refusing, place.cwd);
  expect(await say(refusing, sessionId, 'go')).toEqual({ stopReason: 'end_turn' });
  await refusing.close();
  const canceling = openEditor(place, { answer: () => ({ outcome: { outcome: 'cancelled' } }) });
  await start(canceling);
  const second = await newSession(canceling, place.cwd);
  expect(await say(canceling, second.sessionId, 'go')).toEqual({ stopReason: 'cancelled' });
  await canceling.close();
  expect(existsSync(join(place.cwd, 'a.txt'))).toBe(false);
  expect([...refusing.violations, ...canceling.violations]).toEqual([]);
});

test('a cancel ends a running command, and the next prompt works', async () => {
  await using server = await startModelServer(({ body }) => {
    const sent = JSON.stringify(body['messages']);
    if (sent.includes('Again.')) return words('Back.');
    return sent.includes('Never mind.') ? words('') : calls(['Bash', { command: 'sleep 1000' }, 'toolu_s']);
  });
  const place = printPlace(server);
  const editor = openEditor(place, { args: ['--allowedTools', 'Bash(sleep:*)'] });
  await start(editor);
  const { sessionId } = await newSession(editor, place.cwd);
  const turn = say(editor, sessionId, 'Wait.');
  await editor.update(
    (update) => update.sessionUpdate === 'tool_call_update' && update.status === 'in_progress',
  );
  await expect(say(editor, sessionId, 'Meanwhile.')).rejects.toThrow('working on a prompt');
  await editor.agent.notify('session/cancel', { sessionId });
  await editor.agent.notify('session/cancel', { sessionId });
  expect(await turn).toEqual({ stopReason: 'cancelled' });
  // Before its turn has begun.
  const early = say(editor, sessionId, 'Never mind.');
  await editor.agent.notify('session/cancel', { sessionId });
  expect(await early).toEqual({ stopReason: 'cancelled' });
  expect(await say(editor, sessionId, 'Again.')).toEqual({ stopReason: 'end_turn' });
  await expect.poll(() => editor.text()).toBe('Back.');
  expect(editor.violations).toEqual([]);
  expect((await editor.close()).status).toBe(0);
});

test('SIGINT ends the sessions and names what does not stop; a second one kills it, and its call has its result', async () => {
  const command = "trap '' TERM; echo $$ >> pids; sleep 1000 & echo $! >> pids; wait";
  await using server = await startModelServer(() => calls(['Bash', { command }, 'toolu_s']));
  const place = printPlace(server);
  const editor = openEditor(place, { args: ['--dangerously-skip-permissions'] });
  await start(editor);
  const { sessionId } = await newSession(editor, place.cwd);
  const turn = say(editor, sessionId, 'Stay.');
  const pids = (await linesOfFile(join(place.cwd, 'pids'), 2)).map(Number);
  editor.signal('SIGINT');
  const told = `sluice acp: waiting for sleep (pid ${pids[1]}) to stop, press Ctrl-C again to kill\n`;
  await expect.poll(() => editor.stderr()).toBe(told);
  editor.signal('SIGINT');
  expect(await turn).toEqual({ stopReason: 'cancelled' });
  await editor.update((one) => one.sessionUpdate === 'tool_call_update' && one.status === 'failed');
  expect((await editor.ended).status).toBe(130);
  expect(pids.filter(isAlive)).toEqual([]);
});

test('sessions are listed, loaded with their conversation, resumed without it, and deleted', async () => {
  await using server = await startModelServer(() => words('Hello.'));
  const place = printPlace(server);
  const first = openEditor(place);
  await start(first);
  const { sessionId } = await newSession(first, place.cwd);
  await say(first, sessionId, 'Good morning.');
  await first.close();

  const editor = openEditor(place);
  await start(editor);
  const { sessions } = await editor.agent.request('session/list', { cwd: place.cwd });
  expect(sessions).toMatchObject([{ sessionId, cwd: place.cwd, title: 'Good morning.' }]);
  const at = { cwd: place.cwd, mcpServers: [], sessionId };
  await editor.agent.request('session/load', at);
  await editor.update(({ sessionUpdate }) => sessionUpdate === 'agent_message_chunk');
  const texts = editor.updates.flatMap((update) =>
    'content' in update && !Array.isArray(update.content) && update.content?.type === 'text'
      ? [[update.sessionUpdate, update.content.text]]
      : [],
  );
  expect(texts).toEqual([
    ['user_message_chunk', 'Good morning.'],
    ['agent_message_chunk', 'Hello.'],
  ]);
  await editor.agent.request('session/close', { sessionId });
  const before = editor.updates.length;
  await editor.agent.request('session/resume', at);
  expect(editor.updates.slice(before).filter(({ sessionUpdate }) => sessionUpdate.endsWith('chunk'))).toEqual(
    [],
  );
  await say(editor, sessionId, 'And again.');
  expect(JSON.stringify(lastMessages(server))).toMatch(/Good morning\..*Hello\..*And again\./);
  await editor.agent.request('session/delete', { sessionId });
  await editor.agent.request('session/delete', { sessionId });
  expect((await editor.agent.request('session/list', {})).sessions).toEqual([]);
  expect((await editor.agent.request('session/list', { cwd: '/no/such/place' })).sessions).toEqual([]);
  await expect(editor.agent.request('session/load', at)).rejects.toThrow('not found');
  expect(editor.violations).toEqual([]);
  await editor.close();
});

test('modes and models change, attachments reach the model, and mistakes are answered', async () => {
  await using server = await startModelServer(() => words('Seen.'));
  const place = printPlace(server);
  mkdirSync(join(place.home, '.sluice'));
  writeFileSync(join(place.home, '.sluice/settings.json'), '{"permissions":{"deny":["Read(.env)"]}}');
  const editor = openEditor(place);
  expect(await editor.agent.request('initialize', { protocolVersion: 65_535 })).toMatchObject({
    protocolVersion: 1,
  });
  await expect(newSession(editor, 'relative')).rejects.toThrow('absolute path');
  await expect(say(editor, 'nobody', 'x')).rejects.toThrow('not found');
  await expect(editor.agent.request('session/nothing', {})).rejects.toThrow('not found');
  const { sessionId, configOptions } = await newSession(editor, place.cwd);
  expect(configOptions?.map(({ id }) => id)).toEqual(['mode', 'model', 'effort']);
  for (const prompt of [[], [{ type: 'text' as const, text: ' ' }]])
    await expect(editor.agent.request('session/prompt', { sessionId, prompt })).rejects.toThrow('is empty');
  await editor.agent.request('session/set_mode', { sessionId, modeId: 'plan' });
  await editor.update((update) => update.sessionUpdate === 'current_mode_update');
  await expect(editor.agent.request('session/set_mode', { sessionId, modeId: 'wild' })).rejects.toThrow(
    'no mode',
  );
  const changed = await editor.agent.request('session/set_config_option', {
    sessionId,
    configId: 'model',
    value: 'claude-opus-4-5',
  });
  expect(changed.configOptions[1]).toMatchObject({ currentValue: 'claude-opus-4-5' });
  const thinking = { sessionId, configId: 'effort' };
  await expect(
    editor.agent.request('session/set_config_option', { ...thinking, value: 'some' }),
  ).rejects.toThrow('no option');
  const high = await editor.agent.request('session/set_config_option', { ...thinking, value: 'high' });
  expect(high.configOptions[2]).toMatchObject({ category: 'thought_level', currentValue: 'high' });
  mkdirSync(join(place.cwd, 'src'));
  writeFileSync(join(place.cwd, 'src/a.ts'), '');
  await editor.agent.request('session/prompt', {
    sessionId,
    prompt: [
      { type: 'text', text: 'Look at this.' },
      { type: 'text', text: '' },
      { type: 'resource_link', name: 'a.ts', uri: pathToFileURL(join(place.cwd, 'src/a.ts')).href },
      { type: 'resource', resource: { uri: 'file:///b.md', text: 'Inside b.', mimeType: 'text/markdown' } },
      { type: 'resource', resource: { uri: pathToFileURL(join(place.cwd, '.env')).href, text: 'THE-KEY' } },
      { type: 'resource', resource: { uri: join(place.cwd, 'src/../.env'), text: 'THE-KEY' } },
    ],
  });
  const sent = JSON.stringify(lastMessages(server));
  expect(sent).toContain(`@${place.cwd}/src/a.ts`);
  expect(sent).toContain('Contents of /b.md:\\nInside b.');
  expect(sent).not.toContain('"text":""');
  expect(sent).not.toContain('THE-KEY');
  expect(sent.match(/not shown: a permission rule/g)).toHaveLength(2);
  expect(server.requests.at(-1)?.body).toMatchObject({
    model: 'claude-opus-4-5',
    output_config: { effort: 'high' },
  });
  expect(editor.violations).toEqual([]);
  await editor.close();
});

test('a missing key is a matter of authentication', async () => {
  await using server = await startModelServer([]);
  const place = printPlace(server);
  const { ANTHROPIC_API_KEY: _key, ANTHROPIC_BASE_URL: _url, ...env } = place.env;
  const editor = openEditor({ ...place, env });
  await start(editor);
  await expect(newSession(editor, place.cwd)).rejects.toMatchObject({ code: -32_000 });
  await editor.close();
});

test('sessions of one editor have ids of their own, and protect a file from one another', async () => {
  const edit = (from: string, to: string) =>
    calls(['Edit', { file_path: 'a.txt', old_string: from, new_string: to }]);
  const read = () => calls(['Read', { file_path: 'a.txt' }]);
  await using server = await startModelServer([
    ...[read(), words('Read.')],
    ...[read(), edit('one', 'two'), words('Edited.')],
    ...[edit('one', 'three'), words('Tried.')],
  ]);
  const place = printPlace(server);
  const file = join(place.cwd, 'a.txt');
  writeFileSync(file, 'one\n');
  const editor = openEditor(place, { answer: choose('allow') });
  // A version that is yet to come, and fields of others.
  const traced = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' };
  expect(await editor.agent.request('initialize', { protocolVersion: 65_535, _meta: traced })).toMatchObject({
    protocolVersion: 1,
  });
  const [first, second] = [await newSession(editor, place.cwd), await newSession(editor, place.cwd)];
  expect(first.sessionId).not.toBe(second.sessionId);
  for (const { sessionId } of [first, second, first])
    // One prompt after the other.
    // oxlint-disable-next-line no-await-in-loop
    expect(await say(editor, sessionId, 'Go on.')).toEqual({ stopReason: 'end_turn' });
  expect(readFileSync(file, 'utf8')).toBe('two\n');
  expect(JSON.stringify(lastMessages(server).at(-1))).toMatch(/changed|modified/);
  expect((await editor.close()).status).toBe(0);
  expect(editor.violations).toEqual([]);
});
