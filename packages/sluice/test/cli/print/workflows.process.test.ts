import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createGate } from '../../../../agent/test/support/model-server/gate.ts';
import { startModelServer } from '../../../../agent/test/support/model-server/start-model-server.ts';
import { calls, words } from './support/answers.ts';
import { byTask } from './support/by-task.ts';
import { BOTH_WAYS, printPlace, runPrint, startPrint, STREAM, talkTo } from './support/print.ts';

const TYPES = [
  '--agents',
  JSON.stringify({ 'general-purpose': { description: 'Works.', prompt: 'You work.' } }),
];
const DOCS = join(import.meta.dirname, '../../../../../docs');
const META = 'export const meta = {name: "each", description: "Asks about each."}\n';

test('a saved workflow that the user types runs in the background, and its result comes to the model', async () => {
  await using server = await startModelServer(
    byTask({ MAIN: [words('It runs.'), words('All read.')], AAA: [words('a')], BBB: [words('b')] }),
  );
  const place = printPlace(server);
  mkdirSync(join(place.home, '.sluice/workflows'), { recursive: true });
  const script = `${META}return (await parallel(args.map((name) => () => agent("Read " + name.repeat(3))))).join("+")`;
  writeFileSync(join(place.home, '.sluice/workflows/each.js'), script);
  const run = await runPrint(place, '/each ["A", "B"]', '--allow', 'Workflow', ...TYPES, ...STREAM);
  expect([run.status, run.stderr]).toEqual([0, '']);
  expect(run.stdout).toContain('"task_type":"local_workflow"');
  expect(run.stdout).toMatch(/Its report:\\na\+b/);
  expect(run.stdout).toContain('All read.');
});

test.each([
  ['/review AAA BBB', 'It started 4 agents.'],
  ['/review ["AAA"]', 'It started 2 agents.'],
  ['/review', 'Say which packages: /review core host'],
])('the example of the docs runs as they say: %s', async (prompt, expected) => {
  await using server = await startModelServer(
    byTask({
      MAIN: [words('It runs.'), words('All read.')],
      AAA: [words('a'), words('a')],
      BBB: [words('b'), words('b')],
      'Check this': [words('Fine.'), words('Fine.')],
    }),
  );
  const place = printPlace(server);
  mkdirSync(join(place.home, '.sluice/workflows'), { recursive: true });
  const example = /```js\n(.*?)```/s.exec(readFileSync(join(DOCS, 'workflows.md'), 'utf8'))?.[1] ?? '';
  writeFileSync(join(place.home, '.sluice/workflows/review.js'), example);
  const run = await runPrint(place, prompt, '--allow', 'Workflow', ...TYPES, ...STREAM);
  expect([run.status, run.stderr]).toEqual([0, '']);
  expect(run.stdout).toContain(expected);
});

function recordedAnswers(directory: string): number {
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  const runs = names.filter((name) => name.endsWith('/run.jsonl'));
  return runs.flatMap((name) => readFileSync(join(directory, name), 'utf8').match(/"type":"answer"/g) ?? [])
    .length;
}

test('without approval no script runs, and the reason names the workflow', async () => {
  await using server = await startModelServer([
    calls(['Workflow', { script: `${META}return 1` }]),
    words('Not allowed.'),
  ]);
  const run = await runPrint(printPlace(server), 'Go.', ...TYPES);
  expect(run.status).toBe(0);
  const sent = JSON.stringify(server.requests.at(-1)?.body['messages']);
  expect(sent).toContain('the workflow each may start up to 1,000 agents (Asks about each)');
});

test('after kill -9, a resumed run opens no agent again that had ended', async () => {
  const gate = createGate();
  const script = `${META}return (await parallel(["AAA", "BBB", "CCC"].map((name) => () => agent("Read " + name)))).join("+")`;
  let runId = '';
  let isKilled = false;
  await using server = await startModelServer(({ body }) => {
    const first = JSON.stringify(body['messages']).slice(0, 4_000);
    const all = JSON.stringify(body['messages']);
    const name = ['AAA', 'BBB', 'CCC'].find(
      (each) => first.includes(`Read ${each}`) && !first.includes('Read \\"'),
    );
    if (name === 'CCC' && !isKilled) return { content: [gate.pause] };
    if (name !== undefined) return words(name.toLowerCase());
    runId = /resumeFromRunId: (wf_[0-9a-f]+)/.exec(all)?.[1] ?? runId;
    if (isKilled && !all.includes(`"resumeFromRunId":"${runId}"`))
      return calls(['Workflow', { script, resumeFromRunId: runId }]);
    return all.includes('"name":"Workflow"')
      ? words(all.includes('aaa+bbb+ccc') ? 'All read.' : 'It runs.')
      : calls(['Workflow', { script }]);
  });
  const place = printPlace(server);
  const args = ['--allow', 'Workflow', ...TYPES];
  const child = startPrint(place, ...BOTH_WAYS, ...args);
  const talk = talkTo(child);
  talk.prompt('Go.');
  const { session_id: session } = await talk.next({ type: 'system', subtype: 'init' });
  for (let ended = 0; ended < 2;) {
    const { task_type: type } = await talk.next({ type: 'system', subtype: 'task_notification' });
    if (type === 'local_agent') ended += 1;
  }
  // Their ends are reported as they come, and count once they are on disk.
  while (recordedAnswers(place.state) < 2) await setImmediate();
  child.kill('SIGKILL');
  await talk.ended;
  isKilled = true;
  gate.open();
  const opened = (name: string): number =>
    server.requests.filter(({ body }) => JSON.stringify(body['messages']).includes(`Read ${name}`)).length;
  const before = ['AAA', 'BBB'].map(opened);
  const run = await runPrint(
    place,
    'Go on.',
    '--resume',
    typeof session === 'string' ? session : '',
    ...args,
  );
  expect([run.status, run.stdout]).toEqual([0, expect.stringMatching(/All read\.\n$/)]);
  expect(['AAA', 'BBB'].map(opened)).toEqual(before);
});

test('code in the REPL calls tools through the gate, and its names stay for later calls', async () => {
  const docsExample = /```js\n(.*?)```/s.exec(readFileSync(join(DOCS, 'repl.md'), 'utf8'))?.[1] ?? '';
  await using server = await startModelServer([
    calls([
      'REPL',
      {
        code: `const texts = [];
for (const name of ["a", "b", "c"]) texts.push(await tools.Read({file_path: name + ".txt"}));
let refused; try { await tools.Write({file_path: "no.txt", content: "x"}) } catch (error) { refused = error.message }
texts.length`,
      },
    ]),
    calls(['REPL', { code: 'texts.map((text) => text.match(/FILE \\w/)?.[0]).join() + " " + refused' }]),
    // Two in one message, the first of which waits for tools.
    calls(
      ['REPL', { code: 'await tools.REPL({code: "1"})' }],
      ['REPL', { code: '["REPL", "Read"].map((name) => name in tools).join("+") + "=2nd"' }],
      [
        'REPL',
        { code: 'const first = "x"; await tools.Read({file_path: "a.txt"}); globalThis.late = first' },
      ],
      ['REPL', { code: '"4th=" + late + typeof tools.Bash' }],
      ['REPL', { code: docsExample }],
    ),
    words('Done.'),
  ]);
  const place = printPlace(server);
  for (const name of ['a', 'b', 'c']) writeFileSync(join(place.cwd, `${name}.txt`), `FILE ${name}\n`);
  for (const name of ['d', 'e']) writeFileSync(join(place.cwd, `${name}.txt`), 'TODO and FIXME\n');
  const on = { ...place, env: { ...place.env, CLAUDE_CODE_REPL: '1' } };
  const run = await runPrint(on, 'Go.');
  expect([run.status, run.stdout]).toEqual([0, 'Done.\n']);
  const [, first, second, third] = server.requests.map(({ body }) => JSON.stringify(body['messages']));
  expect(first).toMatch(/"content":"3"|"text":"3"/);
  expect(second).toContain('FILE a,FILE b,FILE c');
  expect(second).toMatch(/no one is available|needs approval|not allowed|denied/);
  expect(third).toContain("Code in the REPL can't call REPL");
  expect(third).toMatch(/false\+true=2nd.*4th=xfunction.*"(?:content|text)":"2"/);
  expect(existsSync(join(place.cwd, 'no.txt'))).toBe(false);
});
