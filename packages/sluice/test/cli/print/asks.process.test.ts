import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listSessions } from '@sluice/agent';
import { expect, test } from 'vitest';
import { startModelServer } from '../../../../agent/test/support/model-server/start-model-server.ts';
import { ended, parseLines, startCli } from '../exec/support/cli.ts';
import { until } from '../exec/support/until.ts';
import { calls, words } from './support/answers.ts';
import { printPlace, runPrint, type PrintPlace } from './support/print.ts';
import { lastMessages } from './support/sent.ts';

const JSON_OUT = ['--output-format', 'json'];
const last = (stdout: string) => parseLines(stdout).at(-1);

async function asks({ cwd, env }: PrintPlace, ...args: readonly string[]) {
  const child = startCli(['asks', ...args], { cwd, env });
  child.stdin.end();
  const { status, stdout, stderr } = await ended(child);
  return { status, stdout, stderr };
}

/** By call. */
async function idsOf(place: PrintPlace): Promise<ReadonlyMap<string, string>> {
  const { stdout } = await asks(place, '--json');
  const listed: { request_id: string; tool_use_id: string }[] = JSON.parse(stdout);
  return new Map(listed.map(({ request_id: id, tool_use_id: callId }) => [callId, id]));
}

test('calls that need approval stay open, are answered one by one, and the session goes on', async () => {
  await using server = await startModelServer([
    calls(
      ['Read', { file_path: 'notes.txt' }, 'toolu_2'],
      ['Bash', { command: 'echo one >> done' }, 'toolu_1'],
      ['Write', { file_path: 'new.txt', content: 'two\n' }, 'toolu_3'],
      ['Bash', { command: 'cat new.txt >> done' }, 'toolu_4'],
    ),
    words('All done.'),
  ]);
  const place = printPlace(server);
  const inside = (file: string) => join(place.cwd, file);
  writeFileSync(inside('notes.txt'), 'noted\n');
  const first = await runPrint(place, 'Do it.', ...JSON_OUT, '--asks', 'suspend');
  expect([first.status, last(first.stdout)]).toMatchObject([
    0,
    {
      subtype: 'success',
      stop_reason: 'tool_deferred',
      permission_denials: [],
      open_asks: [
        { request_id: expect.stringMatching(/^ask-/), tool_use_id: 'toolu_1', tool_name: 'Bash' },
        { tool_use_id: 'toolu_3', tool_name: 'Write', tool_input: { content: 'two\n' } },
        { tool_use_id: 'toolu_4' },
      ],
    },
  ]);
  expect([existsSync(inside('done')), existsSync(inside('new.txt'))]).toEqual([false, false]);
  const shown = await asks(place);
  expect(shown.stdout).toContain('echo one >> done');
  const ids = await idsOf(place);
  expect([...ids.keys()]).toEqual(['toolu_1', 'toolu_3', 'toolu_4']);

  // In any order: what comes before has to be answered first.
  const early = await asks(place, 'answer', ids.get('toolu_3') ?? '', 'yes');
  expect([early.status, early.stdout]).toMatchObject([0, expect.stringContaining('as soon as')]);
  const early2 = await asks(place, 'answer', ids.get('toolu_4') ?? '', 'no', '--feedback', 'leave it');
  expect([early2.status, existsSync(inside('new.txt'))]).toEqual([0, false]);
  const refused = await asks(place, 'answer', ids.get('toolu_3') ?? '', 'no');
  expect([refused.status, refused.stderr]).toMatchObject([1, expect.stringContaining('already answered')]);
  // Nothing is lost if someone resumes too early, and no model is asked.
  const tooEarly = await runPrint(place, '--continue', ...JSON_OUT);
  expect([last(tooEarly.stdout), server.requests.length]).toMatchObject([
    { stop_reason: 'tool_deferred' },
    1,
  ]);
  const done = await asks(place, 'answer', ids.get('toolu_1') ?? '', 'yes');
  expect([done.status, done.stdout]).toMatchObject([0, expect.stringContaining('sluice -p --resume')]);
  expect(readFileSync(inside('done'), 'utf8')).toBe('one\n');
  expect(readFileSync(inside('new.txt'), 'utf8')).toBe('two\n');
  expect((await asks(place)).stdout).toContain('No calls wait');

  const [session] = listSessions(place.state);
  const resumed = await runPrint(place, '--resume', session?.id ?? '', ...JSON_OUT);
  expect([resumed.status, last(resumed.stdout)]).toMatchObject([0, { result: 'All done.' }]);
  const results = lastMessages(server).at(-1);
  expect(JSON.stringify(results)).toMatch(/toolu_2.*noted.*toolu_1.*toolu_3.*toolu_4.*leave it/);
  expect(readFileSync(inside('done'), 'utf8')).toBe('one\n');
}, 120_000);

test.each([
  ['runs if its file is still the one that was shown', 'old\n', 'new\n', 'ok', /^ok$/],
  [
    'is void if someone has changed the file',
    'changed by someone\n',
    'changed by someone\n',
    'changed',
    /changed|suspended|invalid/,
  ],
])(
  'an approved edit %s',
  async (_title, now, then, _kind, outcome) => {
    await using server = await startModelServer([
      calls(['Read', { file_path: 'a.txt' }, 'toolu_0']),
      calls(['Edit', { file_path: 'a.txt', old_string: 'old', new_string: 'new' }, 'toolu_1']),
      words('Seen.'),
    ]);
    const place = printPlace(server);
    const file = join(place.cwd, 'a.txt');
    writeFileSync(file, 'old\n');
    await runPrint(place, 'Write it.', '--asks', 'suspend');
    const id = (await idsOf(place)).get('toolu_1') ?? '';
    expect((await asks(place)).stdout).toMatch(/-old\s+\+new/);
    writeFileSync(file, now);
    const answered = await asks(place, 'answer', id, 'yes', '--json');
    expect(readFileSync(file, 'utf8')).toBe(then);
    expect(JSON.parse(answered.stdout)).toMatchObject({ outcome: expect.stringMatching(outcome) });
    const resumed = await runPrint(place, '--continue', ...JSON_OUT);
    expect(last(resumed.stdout)).toMatchObject({ result: 'Seen.' });
  },
  120_000,
);

test('a call whose process is killed while it runs has one result, and does not run again', async () => {
  const command = 'echo once >> done; exec sleep 300';
  await using server = await startModelServer([calls(['Bash', { command }, 'toolu_1']), words('Seen.')]);
  const place = printPlace(server);
  const file = join(place.cwd, 'done');
  await runPrint(place, 'Do it.', '--asks', 'suspend');
  const id = (await idsOf(place)).get('toolu_1') ?? '';
  const killed = startCli(['asks', 'answer', id, 'yes'], place);
  await until(() => (existsSync(file) && readFileSync(file, 'utf8') !== '' ? true : undefined));
  killed.kill('SIGKILL');
  await ended(killed);
  const again = await asks(place, 'answer', id, 'yes', '--json');
  expect(JSON.parse(again.stdout)).toMatchObject({ outcome: 'outcome-unknown', open_asks: [] });
  const resumed = await runPrint(place, '--continue', ...JSON_OUT);
  expect(last(resumed.stdout)).toMatchObject({ result: 'Seen.' });
  expect(readFileSync(file, 'utf8')).toBe('once\n');
}, 120_000);

test.each([
  [['answer', 'ask-0000000000000000', 'yes'], 1, /No call waits/],
  [['answer', 'ask-0000000000000000', 'maybe'], 2, /yes or no/],
  [['--feedback', 'x'], 2, /only for answer/],
  [['one', '--all'], 2, /can't be combined/],
])('sluice asks %j is refused', async (args, status, message) => {
  await using server = await startModelServer([]);
  const refused = await asks(printPlace(server), ...args);
  expect([refused.status, refused.stderr]).toMatchObject([status, expect.stringMatching(message)]);
});
