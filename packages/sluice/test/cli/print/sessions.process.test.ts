import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '@sluice/core';
import { expect, onTestFinished, test } from 'vitest';
import { createGate } from '../../../../agent/test/support/model-server/gate.ts';
import { startModelServer } from '../../../../agent/test/support/model-server/start-model-server.ts';
import { mountSmallDisk } from '../../../../host/test/fixtures/small-disk.ts';
import { parseLines } from '../exec/support/cli.ts';
import { scratch } from '../exec/support/scratch.ts';
import { linesOfFile } from '../exec/support/until.ts';
import { calls, words } from './support/answers.ts';
import { printPlace, runPrint, startPrint, STREAM, talkTo } from './support/print.ts';
import { lastMessages } from './support/sent.ts';

const BYPASS = '--dangerously-skip-permissions';
const JSON_OUT = ['--output-format', 'json'];

function resultOf(stdout: string): JsonObject {
  return parseLines(stdout).find(({ type }) => type === 'result') ?? {};
}

function idOf(stdout: string): string {
  const { session_id: id } = resultOf(stdout);
  if (typeof id !== 'string') throw new Error('no session_id');
  return id;
}

test('killed in mid-tool: each call has its one result, and no effect happens twice', async () => {
  await using server = await startModelServer([
    calls(
      ['Bash', { command: 'echo once >> done' }, 'toolu_1'],
      ['Bash', { command: 'echo here >> begun; sleep 1000' }, 'toolu_2'],
      ['Bash', { command: 'echo never >> done' }, 'toolu_3'],
    ),
    words('Back again.'),
  ]);
  const place = printPlace(server);
  const child = startPrint(place, 'work', ...STREAM, BYPASS);
  child.stdin.end();
  const talk = talkTo(child);
  await linesOfFile(join(place.cwd, 'begun'), 1);
  child.kill('SIGKILL');
  await talk.ended;

  const next = await runPrint(place, 'and now?', '--continue', BYPASS);
  expect(next).toMatchObject({ status: 0, stdout: 'Back again.\n' });
  expect(readFileSync(join(place.cwd, 'done'), 'utf8')).toBe('once\n');
  const messages = lastMessages(server);
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
  expect(messages[2]?.['content']).toMatchObject([
    { type: 'tool_result', tool_use_id: 'toolu_1' },
    { type: 'tool_result', tool_use_id: 'toolu_2', is_error: true },
    { type: 'tool_result', tool_use_id: 'toolu_3', is_error: true },
    { type: 'text', text: 'and now?' },
  ]);
  expect(server.problems).toEqual([]);
});

test('--continue passes over a session in which the model has not answered', async () => {
  await using server = await startModelServer([
    words('I keep it in mind.'),
    { status: 401, error: { type: 'authentication_error', message: 'no' } },
    words('Seven.'),
  ]);
  const place = printPlace(server);
  expect(await runPrint(place, 'the number is seven')).toMatchObject({ status: 0 });
  expect(await runPrint(place, 'lost')).toMatchObject({ status: 1 });
  expect(await runPrint(place, 'which number?', '--continue')).toMatchObject({ stdout: 'Seven.\n' });
  expect(JSON.stringify(lastMessages(server))).toContain('the number is seven');
});

test('killed in mid-stream: what was whole of the message stays', async () => {
  const gate = createGate();
  await using server = await startModelServer([
    {
      content: [
        { type: 'text', text: 'A thought.' },
        { type: 'text', text: ['Half', gate.pause] },
      ],
    },
    words('Back again.'),
  ]);
  const place = printPlace(server);
  const child = startPrint(place, 'speak', ...STREAM, '--include-partial-messages');
  child.stdin.end();
  const talk = talkTo(child);
  await talk.next({ event: { delta: { text: 'Half' } } });
  child.kill('SIGKILL');
  await talk.ended;
  gate.open();
  expect(await runPrint(place, 'go on', '--continue')).toMatchObject({ status: 0, stdout: 'Back again.\n' });
  const sent = JSON.stringify(lastMessages(server));
  for (const text of ['speak', 'A thought.', 'go on']) expect(sent).toContain(text);
  expect(sent).not.toContain('Half');
  expect(server.problems).toEqual([]);
});

test('a session is gone on with by id, beginning of it or title, from anywhere; forked; and by one at a time', async () => {
  await using server = await startModelServer(() => words('Fine.'));
  const place = printPlace(server);
  const named = '0f0f0f0f-1111-4222-8333-444444444444';
  const first = await runPrint(place, 'My first words', ...JSON_OUT, '--session-id', named);
  expect(idOf(first.stdout)).toBe(named);
  const elsewhere = { ...place, cwd: scratch() };
  const second = await runPrint(elsewhere, 'two', ...JSON_OUT, '--resume', '0f0f0f');
  expect(idOf(second.stdout)).toBe(named);
  expect(lastMessages(server)).toHaveLength(3);
  const third = await runPrint(
    elsewhere,
    'three',
    ...JSON_OUT,
    '--resume',
    'My first words',
    '--fork-session',
  );
  expect(idOf(third.stdout)).not.toBe(named);
  expect(lastMessages(server)).toHaveLength(5);
  const fourth = await runPrint(place, 'four', ...JSON_OUT, '--resume', named);
  expect(idOf(fourth.stdout)).toBe(named);
  expect(JSON.stringify(lastMessages(server))).not.toContain('three');
  expect(server.problems).toEqual([]);

  for (const [args, why] of [
    [['--resume', 'no such session'], 'no such session'],
    [['--session-id', named], named],
    [['--continue'], '--continue'],
  ] as const) {
    const refused = await runPrint({ ...place, cwd: scratch() }, 'x', ...args);
    expect([refused.status, refused.stdout], args.join(' ')).toEqual([1, '']);
    expect(refused.stderr).toContain(why);
  }

  const gate = createGate();
  server.restart([{ content: [{ type: 'text', text: ['x', gate.pause] }] }]);
  const holder = startPrint(place, 'long', '--resume', named);
  holder.stdin.end();
  await server.request(0);
  const refused = await runPrint(place, 'x', '--resume', named);
  expect([refused.status, refused.stdout]).toEqual([1, '']);
  expect(refused.stderr).toContain(String(holder.pid));
  expect(refused.stderr).toContain('--fork-session');
  gate.open();
});

test('--no-session-persistence leaves nothing behind', async () => {
  await using server = await startModelServer([calls(['Bash', { command: 'echo hi' }]), words('Fine.')]);
  const place = printPlace(server);
  const id = '0f0f0f0f-1111-4222-8333-555555555555';
  const run = await runPrint(place, 'hi', ...JSON_OUT, '--no-session-persistence', '--session-id', id);
  expect(run.status).toBe(0);
  expect(idOf(run.stdout)).toBe(id);
  expect(readdirSync(place.state)).toEqual([]);
});

const probe = mountSmallDisk(64);
probe?.dispose();

test.skipIf(probe === undefined)(
  'a disk that takes nothing more is told of at once, and the answer still comes',
  async () => {
    const disk = mountSmallDisk(64);
    if (disk === undefined) throw new Error('mounting worked a moment ago');
    onTestFinished(() => disk.dispose());
    const long = 'more '.repeat(2000);
    await using server = await startModelServer([
      () => {
        disk.fill();
        return calls(['Bash', { command: 'true' }]);
      },
      words(long),
    ]);
    const base = printPlace(server);
    const place = { ...base, env: { ...base.env, SLUICE_STATE_DIR: disk.path } };
    const run = await runPrint(place, 'hi', ...STREAM, BYPASS);
    const all = parseLines(run.stdout);
    const told = all.findIndex(({ subtype }) => subtype === 'informational');
    expect(all[told]?.['content']).toMatch(/could not be written.*ENOSPC/);
    expect(told).toBeLessThan(all.findLastIndex(({ type }) => type === 'assistant'));
    expect(resultOf(run.stdout)).toMatchObject({ result: long });
  },
);
