import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startModelServer } from '../../../../agent/test/support/model-server/start-model-server.ts';
import { ended, startCli } from '../exec/support/cli.ts';
import { calls, words } from './support/answers.ts';
import { BOTH_WAYS, printPlace, runPrint, startPrint, talkTo, type PrintPlace } from './support/print.ts';
import { lastMessages } from './support/sent.ts';

const HOUR = 3_600_000;

/** A durable schedule that was due while no program was open. */
function writeMissed({ cwd }: PrintPlace, prompt: string): string {
  const path = join(cwd, '.sluice/scheduled_tasks.json');
  const job = { id: 'tidy', cron: '0 * * * *', prompt, recurring: true, createdAt: Date.now() - 3 * HOUR };
  mkdirSync(join(cwd, '.sluice'), { recursive: true });
  writeFileSync(path, JSON.stringify({ version: 1, jobs: [job] }));
  return path;
}

test('a due prompt wakes an idle agent, is no one’s consent, and passes the hooks', async () => {
  await using server = await startModelServer([
    words('Hello.'),
    calls(['Bash', { command: 'touch made' }]),
    words('Tidied.'),
    words('Bye.'),
  ]);
  const place = printPlace(server);
  const path = writeMissed(place, 'Tidy up.');
  const input = join(place.cwd, 'hook-input');
  const hooks = { UserPromptSubmit: [{ hooks: [{ type: 'command', command: `cat >> ${input}` }] }] };
  mkdirSync(join(place.home, '.claude'), { recursive: true });
  writeFileSync(join(place.home, '.claude/settings.json'), JSON.stringify({ hooks }));
  expect(await ended(startCli(['rules', 'trust', place.cwd], place))).toMatchObject({ status: 0 });

  const talk = talkTo(startPrint(place, ...BOTH_WAYS));
  talk.prompt('Hi.');
  await talk.next({ type: 'result', result: 'Hello.' });
  expect(await talk.next({ type: 'result', result: 'Tidied.' })).toMatchObject({
    permission_denials: [{ tool_name: 'Bash' }],
  });
  talk.prompt('Bye.');
  await talk.next({ type: 'result', result: 'Bye.' });
  expect([await talk.end(), talk.stderr]).toEqual([0, '']);

  expect(existsSync(join(place.cwd, 'made'))).toBe(false);
  const woken = JSON.stringify(server.requests[1]?.body['messages']);
  expect(woken).toMatch(
    /<not-from-user source=\\"schedule\\">\\nThe schedule tidy \(.*\) is due\..*Tidy up\./,
  );
  expect(JSON.stringify(server.requests[0]?.body['messages'])).not.toContain('Tidy up.');
  expect(readFileSync(input, 'utf8')).toMatch(/"prompt":"Tidy up\.","source":"schedule_wakeup"/);
  expect(JSON.parse(readFileSync(path, 'utf8')).jobs).toMatchObject([
    { id: 'tidy', doneUntil: expect.any(Number) },
  ]);
});

test('schedules are created, listed and deleted, and a session that is resumed has its own', async () => {
  const list = calls(['CronList', {}]);
  await using server = await startModelServer([
    calls(['ToolSearch', { query: 'select:CronCreate,CronDelete,CronList' }]),
    calls(
      ['CronCreate', { cron: '17 3 * * *', prompt: 'Check the build.' }],
      ['CronCreate', { cron: '17 3 * *', prompt: 'x' }],
      ['CronCreate', { cron: '17 4 * * *', prompt: 'x', durable: true }],
      ['CronDelete', { id: 'nothing' }],
    ),
    words('Done.'),
    list,
    words('One.'),
    words('Off.'),
  ]);
  const place = printPlace(server);
  const first = await runPrint(place, 'Every night, please.', '--output-format', 'json');
  expect([first.status, first.stderr]).toEqual([0, '']);
  const results = JSON.stringify(server.requests[2]?.body['messages']);
  expect(results).toMatch(/Scheduled as [0-9a-f]{8}: At 03:17\. Next: /);
  expect(results).toContain('five fields');
  expect(results).toContain('the project is not trusted');
  expect(results).toMatch(/There is no schedule .*nothing.* There are: [0-9a-f]{8}\./);
  const { session_id: session } = JSON.parse(first.stdout);
  const again = await runPrint(place, 'Which?', '--resume', String(session));
  expect([again.status, again.stderr]).toEqual([0, '']);
  expect(JSON.stringify(lastMessages(server))).toMatch(/At 03:17 \(recurring\): Check the build\./);

  const off = await runPrint(
    { ...place, env: { ...place.env, CLAUDE_CODE_DISABLE_CRON: '1' } },
    'Hi.',
    '--output-format',
    'stream-json',
  );
  expect(off.status).toBe(0);
  expect(off.stdout).not.toContain('CronCreate');
});

test('/loop carries a prompt out now and schedules it, lists what is scheduled, and stops it', async () => {
  await using server = await startModelServer([words('Green.'), words('Unused.')]);
  const place = printPlace(server);
  const talk = talkTo(startPrint(place, ...BOTH_WAYS));
  talk.prompt('/loop 2h Check the build.');
  await talk.next({ type: 'result', result: 'Green.' });
  const sent = JSON.stringify(lastMessages(server));
  const id = /scheduled as ([0-9a-f]{8}) \(.*every 2 hours\)/.exec(sent)?.[1] ?? 'none';
  expect(sent).toMatch(/\\n\\nCheck the build\./);

  const answerTo = async (text: string): Promise<string> => {
    talk.prompt(text);
    return JSON.stringify((await talk.next({ type: 'result' }))['result']);
  };
  expect(await answerTo('/loop')).toMatch(`${id} (`);
  expect(await answerTo(`/loop stop ${id}`)).toBe(`"The schedule ${id} has ended."`);
  for (const [text, problem] of [
    [`/loop stop ${id}`, 'There is no schedule'],
    ['/loop stop', 'There is no loop to stop'],
    ['/loop 2d x', 'longer than a day'],
    ['/loop 10x Look.', '10x is not an interval'],
    ['/loop 5m', 'There is no prompt'],
  ] as const) {
    talk.prompt(text);
    expect(JSON.stringify(await talk.next({ type: 'result', is_error: true }))).toContain(problem);
  }
  expect(await answerTo('/loop')).toContain('Nothing is scheduled.\\nUsage: /loop');
  expect(server.requests).toHaveLength(1);
  expect([await talk.end(), talk.stderr]).toEqual([0, '']);
});

test('/loop without an interval is paced by the model, takes its prompt from a file, and holds -p until it ends', async () => {
  await using server = await startModelServer([
    calls(['ToolSearch', { query: 'select:ScheduleWakeup' }]),
    calls(['ScheduleWakeup', { delaySeconds: 5, reason: 'The build runs.' }]),
    calls(['ScheduleWakeup', { stop: true }]),
    words('It is green.'),
  ]);
  const place = printPlace(server);
  mkdirSync(join(place.cwd, '.claude'));
  const file = join(place.cwd, '.claude/loop.md');
  writeFileSync(file, 'Check the build of this project.\n');
  const run = await runPrint(place, '/loop');
  expect([run.status, run.stdout, run.stderr]).toEqual([0, 'It is green.\n', '']);
  const sent = JSON.stringify(lastMessages(server));
  expect(sent).toMatch(/whose pace you set.*\\n\\nCheck the build of this project\./);
  expect(sent).toMatch(/comes again in 60 s, at .* It can be from 60 to 3600/);
  expect(sent).toContain('The loop has ended.');

  writeFileSync(file, 'x'.repeat(25_001));
  const large = await runPrint(place, '/loop');
  expect(large.stderr + large.stdout).toContain(`${file} is not used: it is larger than 25000 bytes`);
  writeFileSync(file, 'x');
  const denied = await runPrint(place, '/loop', '--disallowedTools', 'Read(.claude/loop.md)');
  expect(denied.stderr + denied.stdout).toContain('the deny rule Read(.claude/loop.md)');
  expect(server.requests).toHaveLength(4);
});
