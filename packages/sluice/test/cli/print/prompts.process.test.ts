import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, type JsonObject } from '@sluice/core';
import { expect, test } from 'vitest';
import { startModelServer } from '../../../../agent/test/support/model-server/start-model-server.ts';
import { scratch } from '../exec/support/scratch.ts';
import { calls, words } from './support/answers.ts';
import { BOTH_WAYS, printPlace, runPrint, startPrint, STREAM, talkTo } from './support/print.ts';

const ASK = { type: 'control_request', request: { subtype: 'can_use_tool' } };

function requestOf(message: JsonObject): JsonObject {
  const { request } = message;
  return isJsonObject(request) ? request : {};
}

test.each([
  [{ behavior: 'maybe' }, '"maybe"'],
  [{}, '"behavior"'],
  [{ behavior: 'allow', updatedInput: [] }, 'updatedInput'],
  [{ behavior: 'allow', updatedPermissions: [{ type: 'addRules' }] }, 'updatedPermissions[0]'],
  [
    { behavior: 'allow', updatedPermissions: [{ type: 'setMode', mode: 'free', destination: 'session' }] },
    'updatedPermissions[0]',
  ],
  [{ behavior: 'deny', interrupt: 'yes' }, 'interrupt'],
])(
  'the answer %j is none: the call is denied with what is wrong, and the session goes on',
  async (wrong, why) => {
    const cwd = scratch();
    await using server = await startModelServer([
      calls(['Write', { file_path: join(cwd, 'made'), content: 'x' }, 'toolu_1']),
      words('Done.'),
    ]);
    const talk = talkTo(
      startPrint({ ...printPlace(server), cwd }, ...BOTH_WAYS, '--permission-prompts', 'stdio'),
    );
    talk.prompt('write');
    const ask = await talk.next(ASK);
    talk.answer(ask, wrong);
    const { content } = await talk.next({ subtype: 'informational', level: 'warning' });
    expect(content).toContain(why);
    // A second answer to the same question is none.
    talk.answer(ask, { behavior: 'allow' });
    expect(await talk.next({ type: 'result' })).toMatchObject({
      permission_denials: [{ tool_use_id: 'toolu_1' }],
    });
    const told = JSON.stringify(server.requests[1]?.body['messages']);
    expect(told).toContain("the calling program's answer is invalid");
    expect(told).toContain(JSON.stringify(why).slice(1, -1));
    expect(existsSync(join(cwd, 'made'))).toBe(false);
    expect(await talk.end()).toBe(0);
  },
);

test('a program at the other end allows, changes, denies, remembers', async () => {
  const cwd = scratch();
  const at = (name: string) => join(cwd, name);
  const write = (name: string, content = name) =>
    calls(['Write', { file_path: at(name), content }, `toolu_${name}`]);
  await using server = await startModelServer([
    write('allowed'),
    write('changed'),
    write('denied', 'den\u200died'),
    write('failed'),
    write('saved'),
    write('again'),
    words('Done.'),
    write('silent'),
    words('After.'),
  ]);
  const place = { ...printPlace(server), cwd };
  const talk = talkTo(startPrint(place, ...BOTH_WAYS, '--permission-prompts', 'stdio'));
  talk.prompt('write');

  const allowed = await talk.next(ASK);
  expect(requestOf(allowed)).toMatchObject({
    tool_name: 'Write',
    tool_use_id: 'toolu_allowed',
    input: { file_path: at('allowed'), content: 'allowed' },
    decision_reason_type: 'mode',
    permission_suggestions: [
      { type: 'addRules', behavior: 'allow' },
      { type: 'setMode', mode: 'acceptEdits', destination: 'session' },
    ],
  });
  talk.answer(allowed, { behavior: 'allow' });
  // A second answer to the same question is none.
  talk.answer(allowed, { behavior: 'deny', message: 'too late' });

  const changed = await talk.next(ASK);
  expect(readFileSync(at('allowed'), 'utf8')).toBe('allowed');
  talk.answer(changed, { behavior: 'allow', updatedInput: { file_path: at('changed'), content: 'mended' } });

  const denied = await talk.next(ASK);
  expect(requestOf(denied)).toMatchObject({
    input: { content: 'den\u200died' },
    display: expect.stringContaining('content: den⟨U+200D⟩ied'),
    warnings: [expect.stringContaining('U+200D')],
    permission_suggestions: [],
    suppress_always_allow_rule: true,
  });
  expect(readFileSync(at('changed'), 'utf8')).toBe('mended');
  talk.answer(denied, { behavior: 'deny', message: 'not this one' });
  await talk.next({
    subtype: 'permission_denied',
    tool_use_id: 'toolu_denied',
    decision_reason_type: 'permissionPromptTool',
  });
  await talk.next({ type: 'user', message: { role: 'user' } });

  const failed = await talk.next(ASK);
  talk.say({
    type: 'control_response',
    response: { subtype: 'error', request_id: failed['request_id'] ?? '', error: 'the window is closed' },
  });

  const saved = await talk.next(ASK);
  const rule = { toolName: 'Edit', ruleContent: `/${cwd}/**` };
  talk.answer(saved, {
    behavior: 'allow',
    updatedPermissions: [
      { type: 'addRules', rules: [rule], behavior: 'allow', destination: 'localSettings' },
    ],
  });
  // What was saved holds for the next call.
  const done = await talk.next({ type: 'result' });
  expect(done).toMatchObject({
    result: 'Done.',
    permission_denials: [{ tool_use_id: 'toolu_denied' }, { tool_use_id: 'toolu_failed' }],
  });
  expect(existsSync(at('again'))).toBe(true);
  const results = talk.messages
    .filter(({ type }) => type === 'user')
    .map((message) => JSON.stringify(message));
  expect(results.find((line) => line.includes('toolu_denied'))).toContain('not this one');
  expect(results.find((line) => line.includes('toolu_failed'))).toContain('the window is closed');
  expect(existsSync(at('denied')) || existsSync(at('failed'))).toBe(false);
  const local = readFileSync(join(cwd, '.sluice', 'settings.local.json'), 'utf8');
  expect(JSON.parse(local)).toMatchObject({ permissions: { allow: [`Edit(/${cwd}/**)`] } });
  expect(await talk.end()).toBe(0);
  expect(server.problems).toEqual([]);
});

test('a denial without a word, or with interrupt, ends the prompt; the next goes on', async () => {
  const cwd = scratch();
  const write = (id: string) => calls(['Write', { file_path: join(cwd, id), content: id }, id]);
  await using server = await startModelServer([
    write('toolu_a'),
    write('toolu_b'),
    write('toolu_c'),
    words('Well.'),
  ]);
  const place = { ...printPlace(server), cwd };
  const talk = talkTo(startPrint(place, ...BOTH_WAYS, '--permission-prompts', 'stdio'));
  talk.prompt('one');
  talk.answer(await talk.next(ASK), { behavior: 'deny' });
  await talk.next({ type: 'result', terminal_reason: 'aborted_tools' });
  talk.prompt('two');
  talk.answer(await talk.next(ASK), { behavior: 'deny', message: 'stop it', interrupt: true });
  await talk.next({ type: 'result', terminal_reason: 'aborted_tools' });
  talk.prompt('three');
  // An ask that an interrupt makes needless is withdrawn.
  const open = await talk.next(ASK);
  talk.say({ type: 'control_request', request_id: 'i', request: { subtype: 'interrupt' } });
  const withdrawn = { type: 'control_cancel_request', request_id: open['request_id'] ?? '' };
  await talk.next(withdrawn);
  await talk.next({ type: 'result', terminal_reason: 'aborted_tools' });
  talk.answer(open, { behavior: 'allow' });
  talk.prompt('four');
  await talk.next({ type: 'result', result: 'Well.' });
  expect(await talk.end()).toBe(0);
  expect(server.problems).toEqual([]);
  expect(existsSync(join(cwd, 'toolu_c'))).toBe(false);
});

test('a mode without questions must have been allowed at the start, also for an answer that brings it along', async () => {
  const bypass = { type: 'setMode', mode: 'bypassPermissions', destination: 'session' };
  for (const [args, isAllowed] of [
    [[], false],
    [['--allow-dangerously-skip-permissions'], true],
  ] as const) {
    const cwd = scratch();
    const write = (name: string) => calls(['Write', { file_path: join(cwd, name), content: name }]);
    await using server = await startModelServer([write('a'), write('b'), words('Done.')]);
    const place = { ...printPlace(server), cwd };
    const talk = talkTo(startPrint(place, ...BOTH_WAYS, '--permission-prompts', 'stdio', ...args));
    talk.prompt('write');
    talk.answer(await talk.next(ASK), { behavior: 'allow', updatedPermissions: [bypass] });
    if (!isAllowed) talk.answer(await talk.next(ASK), { behavior: 'deny', message: 'no' });
    await talk.next({ type: 'result', result: 'Done.' });
    talk.say({
      type: 'control_request',
      request_id: 'm',
      request: { subtype: 'set_permission_mode', mode: 'bypassPermissions' },
    });
    const subtype = isAllowed ? 'success' : 'error';
    await talk.next({ type: 'control_response', response: { request_id: 'm', subtype } });
    expect(await talk.end()).toBe(0);
    expect(existsSync(join(cwd, 'b'))).toBe(isAllowed);
  }
});

test('with a prompt on the command line, standard input holds the answers alone', async () => {
  const cwd = scratch();
  await using server = await startModelServer([
    calls(['Write', { file_path: join(cwd, 'a'), content: 'a' }]),
    words('Done.'),
  ]);
  const place = { ...printPlace(server), cwd };
  const talk = talkTo(startPrint(place, 'write', ...STREAM, '--permission-prompts', 'stdio'));
  talk.prompt('a message has no place here');
  await talk.next({ subtype: 'informational', level: 'warning' });
  talk.answer(await talk.next(ASK), { behavior: 'allow' });
  await talk.next({ type: 'result', result: 'Done.' });
  // It ends although its input stays open.
  expect(await talk.ended).toBe(0);
  expect(existsSync(join(cwd, 'a'))).toBe(true);
});

test('where no one answers any more, what was given already is not advised', async () => {
  await using server = await startModelServer([
    calls(['Write', { file_path: 'a', content: 'a' }]),
    words('Done.'),
  ]);
  const ended = await runPrint(printPlace(server), 'write', ...STREAM, '--permission-prompts', 'stdio');
  expect(ended.stdout).toContain('--allowedTools RULE');
  expect(ended.stdout).not.toContain('--permission-prompts stdio');
});

test('questions that no one would see are refused at the start', async () => {
  await using server = await startModelServer([]);
  const refused = await runPrint(printPlace(server), 'hi', '--permission-prompts', 'stdio');
  expect(refused).toMatchObject({ status: 2, stdout: '' });
  expect(refused.stderr).toContain('--output-format stream-json');
});

test('a prompt brings the files and resources that it mentions, as far as rules let it', async () => {
  await using server = await startModelServer([words('Read.')]);
  const place = printPlace(server);
  writeFileSync(join(place.cwd, 'note.txt'), 'THE-NOTE');
  writeFileSync(join(place.cwd, 'Bild-ü[1].txt'), 'THE-IMAGE');
  writeFileSync(join(place.cwd, 'secret.txt'), 'THE-SECRET');
  const docs = join(place.home, 'docs.mjs');
  writeFileSync(
    docs,
    `import { createInterface } from 'node:readline';
     const results = {
       initialize: { protocolVersion: '2025-06-18', capabilities: { resources: {} }, serverInfo: { name: 'd', version: '1' } },
       'resources/list': { resources: [] },
       'resources/read': { contents: [{ uri: 'memo://a', text: 'THE-MEMO' }] },
     };
     createInterface({ input: process.stdin }).on('line', (line) => {
       const { id, method } = JSON.parse(line);
       if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] ?? {} }));
     });`,
  );
  const servers = { mcpServers: { docs: { command: process.execPath, args: [docs] } } };
  const text =
    'See @note.txt, @Bild-ü[1].txt, @secret.txt, @docs:memo://a, @none.txt, @/etc/hostname and me@note.txt.';
  const { status, stdout, stderr } = await runPrint(
    place,
    text,
    ...['--mcp-config', JSON.stringify(servers), '--disallowedTools', 'Read(secret.txt)'],
  );
  expect({ status, stdout }).toEqual({ status: 0, stdout: 'Read.\n' });
  const lines = stderr.split('\n');
  for (const said of [
    /@none\.txt: there is no such file, so nothing was included\.$/,
    /@secret\.txt could not be read: /,
    /@\/etc\/hostname could not be read: /,
  ])
    expect(lines.filter((line) => said.test(line))).toHaveLength(1);
  const sent = JSON.stringify(server.requests[0]);
  for (const said of [
    'THE-NOTE',
    'THE-IMAGE',
    'THE-MEMO',
    'mentioned secret.txt, which could not be read',
    'mentioned /etc/hostname, which could not be read',
    'A mention could not be read. @none.txt: there is no such file',
  ])
    expect(sent).toContain(said);
  expect(sent).not.toContain('THE-SECRET');
  expect(sent.match(/Contents of/g)).toHaveLength(3);
});
