import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startModelServer } from '../../../../agent/test/support/model-server/start-model-server.ts';
import { parseLines } from '../exec/support/cli.ts';
import { scratch } from '../exec/support/scratch.ts';
import { until as untilFound } from '../exec/support/until.ts';
import { calls, words } from './support/answers.ts';
import { BOTH_WAYS, printPlace, runPrint, startPrint, STREAM, talkTo } from './support/print.ts';
import { lastMessages } from './support/sent.ts';

function hooks(all: Readonly<Record<string, readonly object[]>>): readonly string[] {
  const entries = Object.entries(all).map(([event, ofEvent]) => [event, [{ hooks: ofEvent }]]);
  return ['--settings', JSON.stringify({ hooks: Object.fromEntries(entries) })];
}

const until = (flag: string): string => `until [ -e '${flag}' ]; do sleep 0.02; done`;

function wakes(command: string): object {
  return { type: 'command', command, asyncRewake: true };
}

test('a hook and a task wake a model that waits for a message', async () => {
  const [failed, built] = [join(scratch(), 'failed'), join(scratch(), 'built')];
  await using server = await startModelServer([
    calls(['Bash', { command: 'true' }]),
    words('Done.'),
    calls(['Bash', { command: until(built), run_in_background: true }]),
    words('Mended; it is being built.'),
    words('It is built.'),
  ]);
  const hook = `${until(failed)}; echo TESTS FAIL >&2; exit 2`;
  const once = { ...wakes(hook), once: true };
  const talk = talkTo(
    startPrint(printPlace(server), ...BOTH_WAYS, ...hooks({ PostToolUse: [once] }), '--allow', 'Bash'),
  );
  talk.prompt('Do it.');
  await talk.next({ type: 'result', result: 'Done.' });
  writeFileSync(failed, '');
  await talk.next({ type: 'user', isSynthetic: true, origin: { source: 'hook' } });
  await talk.next({ type: 'result', result: 'Mended; it is being built.' });
  expect(JSON.stringify(server.requests[2]?.body['messages'])).toMatch(
    /<not-from-user source=\\"hook\\">\\n[^<]*TESTS FAIL\\n<\/not-from-user>/,
  );
  writeFileSync(built, '');
  await talk.next({ type: 'result', result: 'It is built.' });
  expect(lastMessages(server).at(-1)).toMatchObject({
    role: 'user',
    content: [{ text: expect.stringMatching(/^<not-from-user source="background task">\nBackground task/) }],
  });
  expect(await talk.end()).toBe(0);
  expect([server.requests.length, server.problems]).toEqual([5, []]);
});

test('what is owed to the model comes after a last message that can not be used, too', async () => {
  const built = join(scratch(), 'built');
  await using server = await startModelServer([
    calls(['Bash', { command: 'true' }]),
    words('It is being built.'),
    words('It is built.'),
  ]);
  const all = hooks({ PostToolUse: [{ ...wakes(`${until(built)}; echo BUILT >&2; exit 2`), once: true }] });
  const place = printPlace(server);
  const env = { ...place.env, CLAUDE_AGENT_SDK_VERSION: '0.1.0' };
  const talk = talkTo(startPrint({ ...place, env }, ...BOTH_WAYS, ...all, '--allow', 'Bash'));
  talk.prompt('Build it.');
  await talk.next({ type: 'result', result: 'It is being built.' });
  talk.say({ type: 'user', message: { role: 'user', content: [{ type: 'video' }] } });
  await talk.next({ type: 'result', is_error: true });
  const ended = talk.end();
  writeFileSync(built, '');
  await talk.next({ type: 'result', result: 'It is built.' });
  expect(await ended).toBe(0);
});

test('a hook that wakes the model after its last words is heard by a run of one prompt', async () => {
  await using server = await startModelServer([
    calls(['Bash', { command: 'true' }]),
    words('Done.'),
    words('Mended.'),
  ]);
  const flag = join(scratch(), 'flag');
  const all = hooks({
    PostToolUse: [wakes(`${until(flag)}; echo TESTS FAIL >&2; exit 2`)],
    Stop: [{ type: 'command', command: `touch '${flag}'` }],
  });
  const { stdout, status } = await runPrint(printPlace(server), 'hi', '--allow', 'Bash', ...all);
  expect([status, stdout]).toEqual([0, 'Done.\nMended.\n']);
  expect(JSON.stringify(lastMessages(server).at(-1))).toContain('TESTS FAIL');
});

test('one that never lets it rest is heard so often in a row, and then the person hears of it', async () => {
  await using server = await startModelServer([words('Done.'), words('Still done.')]);
  const place = printPlace(server);
  const env = { ...place.env, SLUICE_STOP_HOOK_BLOCK_CAP: '1' };
  const all = hooks({ Stop: [wakes('echo AGAIN >&2; exit 2')] });
  const { stdout, status } = await runPrint({ ...place, env }, 'hi', ...STREAM, ...all);
  expect([status, server.requests.length]).toEqual([0, 2]);
  const told = parseLines(stdout).flatMap(({ subtype, content }) =>
    subtype === 'informational' ? [content] : [],
  );
  expect(told).toEqual([
    expect.stringMatching(/^Hooks have woken the model 1 times? in a row/),
    expect.stringMatching(/^Too late for the model: .*AGAIN$/),
  ]);
});

test('what ended before the client interrupted the work waits for its next message', async () => {
  const [built, begun] = [join(scratch(), 'built'), join(scratch(), 'begun')];
  await using server = await startModelServer([
    calls(['Bash', { command: until(built), run_in_background: true }]),
    calls(['Bash', { command: `touch '${begun}'; ${until('/nowhere')}` }]),
    words('Both have ended.'),
  ]);
  const talk = talkTo(startPrint(printPlace(server), ...BOTH_WAYS, '--allow', 'Bash'));
  talk.prompt('Build it.');
  await untilFound(() => (existsSync(begun) ? true : undefined));
  writeFileSync(built, '');
  await talk.next({ type: 'system', subtype: 'task_notification', status: 'completed' });
  talk.say({ type: 'control_request', request_id: 'stop', request: { subtype: 'interrupt' } });
  await talk.next({ type: 'result', terminal_reason: 'aborted_tools' });
  await talk.next({ type: 'system', subtype: 'session_state_changed', state: 'idle' });
  expect(server.requests).toHaveLength(2);
  talk.prompt('And?');
  await talk.next({ type: 'result', result: 'Both have ended.' });
  expect(JSON.stringify(lastMessages(server).at(-1))).toMatch(/And\?.*source=\\"background task\\"/);
  expect(await talk.end()).toBe(0);
  expect([server.requests.length, server.problems]).toEqual([3, []]);
});
