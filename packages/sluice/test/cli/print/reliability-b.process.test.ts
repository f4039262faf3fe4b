import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startModelServer } from '../../../../agent/test/support/model-server/start-model-server.ts';
import { parseLines } from '../exec/support/cli.ts';
import { calls, words } from './support/answers.ts';
import { BOTH_WAYS, printPlace, runPrint, startPrint, talkTo } from './support/print.ts';
import { lastTools } from './support/sent.ts';

// Bugs that others had with the layers of policy (reliability.md, B), tried on the program as a whole.

const JSON_OUT = ['--output-format', 'json'];
const settings = (value: object): readonly string[] => ['--settings', JSON.stringify(value)];

function denialsOf(stdout: string): unknown {
  return parseLines(stdout).find(({ type }) => type === 'result')?.['permission_denials'];
}

test('B29: what a hook makes of a command is held against the rules; and that alone', async () => {
  await using server = await startModelServer([
    calls(['Bash', { command: 'echo fine' }], ['Bash', { command: 'mkdir unknown' }]),
    words('Done.'),
  ]);
  const place = printPlace(server);
  const becomes = (command: string) =>
    `echo '${JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: { command } } })}'`;
  const hooks = [
    { type: 'command', if: 'Bash(echo *)', command: becomes('touch denied') },
    { type: 'command', if: 'Bash(mkdir *)', command: becomes('touch allowed') },
  ];
  const rules = ['--allowedTools', 'Bash(touch *) Bash(echo *)', '--disallowedTools', 'Bash(touch denied)'];
  const hooked = settings({ hooks: { PreToolUse: [{ matcher: 'Bash', hooks }] } });
  const { stdout } = await runPrint(place, 'work', ...JSON_OUT, ...rules, ...hooked);
  expect(readdirSync(place.cwd)).toEqual(['allowed']);
  expect(denialsOf(stdout)).toMatchObject([{ tool_name: 'Bash' }]);
});

test('B31: plan mode reads and changes nothing, whatever is allowed', async () => {
  await using server = await startModelServer([
    calls(
      ['Write', { file_path: 'written', content: 'x' }],
      ['Bash', { command: 'touch touched' }],
      ['Bash', { command: 'ls' }],
    ),
    words('Done.'),
  ]);
  const place = printPlace(server);
  const rules = ['--permission-mode', 'plan', '--allowedTools', 'Write Edit Bash(touch *)'];
  const { stdout } = await runPrint(place, 'work', ...JSON_OUT, ...rules);
  expect(readdirSync(place.cwd)).toEqual([]);
  expect(denialsOf(stdout)).toMatchObject([
    { tool_name: 'Write' },
    { tool_input: { command: 'touch touched' } },
  ]);
});

test('B32: a rule that is taken out of a file while the program runs counts no more', async () => {
  let asked = 0;
  // Each prompt is two requests: one that is answered by a call, one with its result.
  await using server = await startModelServer(() => {
    asked += 1;
    return asked % 2 === 1 ? calls(['Bash', { command: `touch made${asked}` }]) : words('Done.');
  });
  const place = printPlace(server);
  const file = join(place.home, '.sluice/settings.json');
  mkdirSync(join(place.home, '.sluice'));
  writeFileSync(file, JSON.stringify({ permissions: { allow: ['Bash(touch *)'] } }));
  const talk = talkTo(startPrint(place, ...BOTH_WAYS));
  talk.prompt('touch');
  expect(await talk.next({ type: 'result' })).toMatchObject({ permission_denials: [] });
  writeFileSync(file, JSON.stringify({ permissions: { allow: [] } }));
  // When the change is seen is up to the system; from then on it counts.
  for (let denied = 0; denied < 2;) {
    const before = readdirSync(place.cwd).length;
    talk.prompt('touch');
    await talk.next({ type: 'result' });
    const isDenied = readdirSync(place.cwd).length === before;
    expect(isDenied || denied === 0).toBe(true);
    if (isDenied) denied += 1;
  }
  expect(await talk.end()).toBe(0);
});

test('B35, B36: the model is not told of a tool that is denied, is told of those like it, and makes no call of it', async () => {
  await using server = await startModelServer([
    calls(['Bash', { command: 'touch made' }], ['Glob', { pattern: '*' }]),
    words('Done.'),
  ]);
  const place = printPlace(server);
  await runPrint(place, 'work', ...JSON_OUT, '--dangerously-skip-permissions', '--disallowedTools', 'Bash');
  expect(lastTools(server)).not.toContain('Bash');
  expect(lastTools(server)).toEqual(expect.arrayContaining(['Glob', 'Grep', 'Read']));
  expect(readdirSync(place.cwd)).toEqual([]);
  expect(server.problems).toEqual([]);
});

test('B38: an answer to a question of before the mode changed comes too late', async () => {
  await using server = await startModelServer([
    calls(['Bash', { command: 'touch made' }, 'toolu_1']),
    words('Done.'),
  ]);
  const place = printPlace(server);
  const talk = talkTo(startPrint(place, ...BOTH_WAYS, '--permission-prompts', 'stdio'));
  talk.prompt('touch');
  const asked = await talk.next({ type: 'control_request', request: { subtype: 'can_use_tool' } });
  const request = { subtype: 'set_permission_mode', mode: 'dontAsk' };
  talk.say({ type: 'control_request', request_id: 'mode', request });
  await talk.next({ type: 'control_cancel_request', request_id: asked['request_id'] ?? '' });
  talk.answer(asked, { behavior: 'allow' });
  expect(await talk.next({ type: 'result' })).toMatchObject({
    permission_denials: [{ tool_use_id: 'toolu_1' }],
  });
  expect(await talk.end()).toBe(0);
  expect(readdirSync(place.cwd)).toEqual([]);
});
