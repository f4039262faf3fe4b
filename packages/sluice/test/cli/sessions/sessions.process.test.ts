import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newSession } from '@sluice/agent';
import { MESSAGE_STOP, runCli, startCli, toolUse } from '../exec/support/cli.ts';
import { scratch } from '../exec/support/scratch.ts';

it('lists, shows, undoes in and removes sessions by directory, id and title', async () => {
  const state = scratch();
  const [cwd, elsewhere] = [scratch(), scratch()];
  const path = join(cwd, 'a.txt');
  writeFileSync(path, 'old\n');
  const made = newSession({ state, cwd, prompt: 'Make it new', model: 'some/model' });
  if (!made.ok) throw new Error(made.message);
  const { id, directory } = made.session;
  const run = (args: readonly string[], at = cwd, input = '') =>
    runCli(args, input, { cwd: at, env: { SLUICE_STATE_DIR: state } });
  const edit = toolUse('c1', 'Edit', { file_path: 'a.txt', old_string: 'old', new_string: 'new' });
  const accept = ['--permission-mode', 'acceptEdits'];
  await run(['exec', '--session-dir', directory, ...accept], cwd, edit + MESSAGE_STOP);
  expect(readFileSync(path, 'utf8')).toBe('new\n');

  const shown = await run(['sessions', 'show', 'make IT new', '--json'], elsewhere);
  expect(JSON.parse(shown.stdout)).toMatchObject({
    id,
    cwd,
    title: 'Make it new',
    model: 'some/model',
    turns: 0,
    inUseBy: null,
    directory,
  });
  const listed = await Promise.all([run(['sessions']), run(['sessions'], elsewhere)]);
  expect(listed.map(({ stdout }) => stdout)).toEqual([
    expect.stringMatching(new RegExp(`^ID .*\n${id.slice(0, 8)} .* Make it new\n$`)),
    `No sessions of ${elsewhere} are kept; --all lists those of all directories.\n`,
  ]);

  const undone = await run(['undo']);
  expect(undone).toMatchObject({ status: 0, stderr: `sluice undo: session ${id} (Make it new)\n` });
  expect(readFileSync(path, 'utf8')).toBe('old\n');
  const again = await run(['undo', '--session', id.slice(0, 8)], elsewhere);
  expect(again).toMatchObject({ status: 1, stderr: 'sluice undo: nothing to undo\n' });
  expect(await run(['undo'], elsewhere)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining(`There is no stored session of ${elsewhere}.`),
  });

  const busy = startCli(['exec', '--session-dir', directory, '--resume', ...accept], {
    cwd,
    env: { SLUICE_STATE_DIR: state },
  });
  busy.stdin.write(toolUse('c2', 'Bash', { command: 'echo one' }) + MESSAGE_STOP);
  await new Promise((resolve) => busy.stdout.once('data', resolve));
  expect(await run(['sessions', 'remove', '--yes', id])).toMatchObject({
    status: 1,
    stderr: `sluice sessions: The session ${id} is in use by process ${busy.pid}; end that process first.\n`,
  });
  busy.stdin.end();
  await new Promise((resolve) => busy.once('exit', resolve));
  expect(await run(['sessions', 'remove', id])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('To remove without asking, add --yes'),
  });
  expect(await run(['sessions', 'remove', '--yes', id, id])).toMatchObject({
    status: 0,
    stdout: `removed ${id} (Make it new)\n`,
  });
  expect(existsSync(directory)).toBe(false);
});

it('lists the title and the model of a run that was over before anything could wait', async () => {
  const state = scratch();
  const cwd = scratch();
  const recording = join(scratch(), 'one.sse');
  const events = [
    { type: 'message_start', message: { id: 'm', role: 'assistant', content: [], usage: {} } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hello.' } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: {} },
    { type: 'message_stop' },
  ];
  writeFileSync(recording, events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''));
  const env = { SLUICE_STATE_DIR: state };
  const { status } = await runCli(['-p', 'Say hello', '--model', `replay:${recording}`], '', { cwd, env });
  expect(status).toBe(0);
  const { stdout } = await runCli(['sessions', '--json'], '', { cwd, env });
  expect(JSON.parse(stdout)).toMatchObject([{ title: 'Say hello', model: `replay:${recording}` }]);
});
