import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startModelServer } from '../../../../agent/test/support/model-server/start-model-server.ts';
import { parseLines } from '../exec/support/cli.ts';
import { calls, words } from './support/answers.ts';
import { printPlace, runPrint, STREAM } from './support/print.ts';

const asks = calls(['Advisor', { question: 'Which way?' }]);

test('the model asks a stronger one, which sees the conversation, no tools, and no key', async () => {
  await using server = await startModelServer([asks, words('Go left.'), words('Done.')]);
  const place = printPlace(server);
  const run = await runPrint(place, 'Find the way; my key is test-key.', '--advisor', 'opus', ...STREAM);
  expect([run.status, run.stderr]).toEqual([0, '']);
  const [first, asked, last] = server.requests.map(({ body }) => JSON.stringify(body));
  expect(first).toContain('"name":"Advisor"');
  expect(asked).toContain('claude-opus');
  expect(asked).toContain('Find the way');
  expect(asked).toContain('The agent asks: Which way?');
  expect(asked).not.toContain('"tools"');
  expect(asked).not.toContain('test-key');
  expect(last).toContain('Go left.');
  const end = parseLines(run.stdout).find(({ type }) => type === 'result');
  expect(Object.keys(Object(end?.['modelUsage'])).toSorted()).toEqual([
    expect.stringContaining('opus'),
    expect.stringContaining('sonnet'),
  ]);
});

test('an advisor that fails is not an error: the work continues without advice', async () => {
  await using server = await startModelServer([asks, { status: 400, body: 'no' }, words('Done.')]);
  const place = printPlace(server);
  mkdirSync(join(place.home, '.sluice'));
  writeFileSync(join(place.home, '.sluice/settings.json'), '{"advisorModel": "opus"}');
  const run = await runPrint(place, 'go', ...STREAM);
  expect(run.status).toBe(0);
  expect(JSON.stringify(server.requests.at(-1)?.body)).toContain('No advice: ');
});

test('there is no advisor unless one is set, and none of a repository', async () => {
  await using server = await startModelServer([words('Done.'), words('Done.'), words('Done.')]);
  const place = printPlace(server);
  mkdirSync(join(place.cwd, '.sluice'));
  writeFileSync(join(place.cwd, '.sluice/settings.json'), '{"advisorModel": "opus"}');
  await runPrint(place, 'go');
  const off = { ...place, env: { ...place.env, CLAUDE_CODE_DISABLE_ADVISOR_TOOL: '1' } };
  await runPrint(off, 'go', '--advisor', 'opus');
  const bad = await runPrint(place, 'go', '--advisor', 'groq/fast');
  expect(bad.stderr).toContain('There is no advisor: ');
  for (const { body } of server.requests) expect(JSON.stringify(body)).not.toContain('"name":"Advisor"');
  expect(server.requests).toHaveLength(3);
});

test('/advisor shows, sets and removes the advisor', async () => {
  await using server = await startModelServer([]);
  const place = printPlace(server);
  expect((await runPrint(place, '/advisor')).stdout).toContain('There is no advisor.');
  expect((await runPrint(place, '/advisor opus')).stdout).toContain('The advisor is now opus.');
  expect((await runPrint(place, '/advisor', '--advisor', 'opus')).stdout).toContain('The advisor is opus.');
  expect((await runPrint(place, '/advisor off', '--advisor', 'opus')).stdout).toContain(
    'The advisor is off.',
  );
});

test('the advisor gives advice ten times in a session, and then says so', async () => {
  const many = Array.from({ length: 11 }, () => ['Advisor', {}] as const);
  await using server = await startModelServer(({ body }) => {
    const text = JSON.stringify(body);
    if (!text.includes('"name":"Advisor"')) return words('Go left.');
    return text.includes('tool_result') ? words('Done.') : calls(...many);
  });
  const run = await runPrint(printPlace(server), 'go', '--advisor', 'opus', ...STREAM);
  expect(run.status).toBe(0);
  const sent = JSON.stringify(server.requests.at(-1)?.body);
  expect(sent.split('"content":"Go left."')).toHaveLength(1 + 10);
  expect(sent.split('No advice: It gives advice at most 10 times')).toHaveLength(1 + 1);
  expect(server.requests).toHaveLength(1 + 10 + 1);
});
