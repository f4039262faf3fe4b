import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listSessions } from '@sluice/agent';
import { expect, test } from 'vitest';
import { startModelServer } from '../../../../agent/test/support/model-server/start-model-server.ts';
import { parseLines } from '../exec/support/cli.ts';
import { scratch } from '../exec/support/scratch.ts';
import { calls, words } from './support/answers.ts';
import { BOTH_WAYS, printPlace, runPrint, startPrint, STREAM, talkTo } from './support/print.ts';
import { lastMessages } from './support/sent.ts';

const JSON_OUT = ['--output-format', 'json', '--allow', 'Bash'];

/** Puts each call off until the file is there. */
function deferringUntil(flag: string): readonly string[] {
  const output = {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'defer',
      permissionDecisionReason: 'ask',
    },
  };
  const command = `test -e '${flag}' || echo '${JSON.stringify(output)}'`;
  return [
    '--settings',
    JSON.stringify({ hooks: { PreToolUse: [{ hooks: [{ type: 'command', command }] }] } }),
  ];
}

const last = (stdout: string) => parseLines(stdout).at(-1);

test('a call that a hook puts off ends the run, and is made where the session goes on', async () => {
  await using server = await startModelServer([
    calls(['Bash', { command: 'echo once >> done' }, 'toolu_1']),
    words('Done.'),
  ]);
  const place = printPlace(server);
  const flag = join(scratch(), 'flag');
  const hooks = deferringUntil(flag);
  const first = await runPrint(place, 'Do it.', ...JSON_OUT, ...hooks);
  expect([first.status, last(first.stdout)]).toMatchObject([
    0,
    {
      subtype: 'success',
      is_error: false,
      stop_reason: 'tool_deferred',
      terminal_reason: 'tool_deferred',
      deferred_tool_use: {
        id: 'toolu_1',
        name: 'Bash',
        input: { command: 'echo once >> done' },
        reason: 'ask',
      },
      permission_denials: [],
    },
  ]);
  // Asked again, the hook puts it off again.
  const again = await runPrint(place, '--continue', ...JSON_OUT, ...hooks);
  expect(last(again.stdout)).toMatchObject({ stop_reason: 'tool_deferred' });
  expect([existsSync(join(place.cwd, 'done')), server.requests.length]).toEqual([false, 1]);
  // A prompt that it keeps from the model is lost, and no script takes that for success.
  const lost = await runPrint(place, 'Lost.', '--continue', ...JSON_OUT, ...hooks);
  expect([lost.status, last(lost.stdout)]).toMatchObject([
    1,
    {
      subtype: 'error_during_execution',
      is_error: true,
      terminal_reason: 'tool_deferred',
      deferred_tool_use: { id: 'toolu_1' },
      errors: [expect.stringMatching(/was not sent to the model/)],
    },
  ]);
  const asText = await runPrint(place, 'Lost.', '--continue', '--allow', 'Bash', ...hooks);
  expect(asText).toMatchObject({ status: 1, stderr: expect.stringMatching(/Bash \(ask\): it runs when/) });
  writeFileSync(flag, '');
  const third = await runPrint(place, 'And?', '--continue', ...JSON_OUT, ...hooks);
  expect(last(third.stdout)).toMatchObject({ result: 'Done.', stop_reason: 'end_turn' });
  expect(last(third.stdout)).not.toHaveProperty('deferred_tool_use');
  expect(existsSync(join(place.cwd, 'done'))).toBe(true);
  expect(lastMessages(server).at(-1)).toMatchObject({
    content: [
      { type: 'tool_result', tool_use_id: 'toolu_1' },
      { type: 'text', text: 'And?' },
    ],
  });
  // Nothing is left to go on with.
  const fourth = await runPrint(place, '--continue', ...JSON_OUT);
  expect(fourth).toMatchObject({ status: 2, stderr: expect.stringMatching(/no prompt given/) });
  expect(server.problems).toEqual([]);
});

test('a fork has the call as well, and makes it for itself; a start that comes to nothing leaves no fork', async () => {
  await using server = await startModelServer([
    calls(['Bash', { command: 'echo once >> done' }, 'toolu_1']),
    words('In the fork.'),
    words('In the first.'),
  ]);
  const place = printPlace(server);
  const flag = join(scratch(), 'flag');
  const hooks = deferringUntil(flag);
  await runPrint(place, 'Do it.', ...JSON_OUT, ...hooks);
  const id = listSessions(place.state)[0]?.id ?? '';
  writeFileSync(flag, '');
  const fork = await runPrint(place, '--resume', id, '--fork-session', 'go on', ...JSON_OUT, ...hooks);
  expect(last(fork.stdout)).toMatchObject({ result: 'In the fork.', stop_reason: 'end_turn' });
  expect(lastMessages(server).at(-1)).toMatchObject({
    content: [
      { type: 'tool_result', tool_use_id: 'toolu_1' },
      { type: 'text', text: 'go on' },
    ],
  });
  const nothing = await runPrint(place, '--continue', '--fork-session', ...JSON_OUT, ...hooks);
  expect(nothing).toMatchObject({ status: 2, stderr: expect.stringMatching(/no prompt given/) });
  expect(listSessions(place.state)).toHaveLength(2);
  const again = await runPrint(place, '--resume', id, ...JSON_OUT, ...hooks);
  expect(last(again.stdout)).toMatchObject({ result: 'In the first.' });
  expect(readFileSync(join(place.cwd, 'done'), 'utf8')).toBe('once\nonce\n');
});

test('a tool that has gone ends it as an error; a program at the other end gets the same at once', async () => {
  await using server = await startModelServer([calls(['Bash', { command: 'true' }, 'toolu_1'])]);
  const place = printPlace(server);
  const hooks = deferringUntil('/nowhere');
  const talk = talkTo(startPrint(place, ...BOTH_WAYS, ...hooks, '--allow', 'Bash'));
  talk.prompt('Do it.');
  await talk.next({ type: 'result', terminal_reason: 'tool_deferred' });
  expect(await talk.ended).toBe(0);
  const next = await runPrint(place, '--continue', ...STREAM, '--tools', 'Read');
  expect([next.status, parseLines(next.stdout).find(({ type }) => type === 'result')]).toMatchObject([
    1,
    { is_error: true, terminal_reason: 'tool_deferred_unavailable', errors: [expect.stringMatching(/Bash/)] },
  ]);
});
