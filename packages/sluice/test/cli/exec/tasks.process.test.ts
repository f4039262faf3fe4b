import { closeSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { JsonObject } from '@sluice/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  BYPASS,
  ended,
  linesOf,
  MESSAGE_STOP,
  parseLines,
  runCli,
  startCli,
  textField,
  toolUse,
} from './support/cli.ts';
import { linesFrom } from './support/lines.ts';
import { scratch } from './support/scratch.ts';
import { isAlive, linesOfFile, until } from './support/until.ts';

/** A tree of three that says its process ids and then does nothing for long. */
const TREE =
  '(echo $BASHPID >> pids; (echo $BASHPID >> pids; exec setsid sleep 1000) & wait) & echo $$ >> pids; wait';

const bash = (id: string, command: string, more: JsonObject = {}): string =>
  toolUse(id, 'Bash', { command, ...more });
const background = (id: string, command: string): string => bash(id, command, { run_in_background: true });

async function startTree(directory: string, ...options: readonly string[]) {
  const cli = startCli(['exec', '--cwd', directory, ...BYPASS, ...options]);
  cli.stdin.write(background('1', TREE) + MESSAGE_STOP);
  const lines = linesFrom(cli);
  const task = await lines.next('task');
  const pids = (await linesOfFile(join(directory, 'pids'), 3)).map(Number);
  expect(pids.filter(isAlive)).toHaveLength(3);
  return { cli, lines, pids, id: textField(task, 'task_id') };
}

describe('a background task of sluice exec', () => {
  it('begins at once, is read while it runs, and its end is told at once and with the next results', async () => {
    const directory = scratch();
    execFileSync('mkfifo', [join(directory, 'gate')]);
    // Opened for both, a pipe waits for no one at its other end.
    const gate = openSync(join(directory, 'gate'), 'r+');
    onTestFinished(() => closeSync(gate));
    const cli = startCli(['exec', '--cwd', directory, ...BYPASS]);
    const lines = linesFrom(cli);
    cli.stdin.write(background('1', 'echo begun; read -r _ <gate; echo done; exit 5') + MESSAGE_STOP);
    const begun = await lines.next('task');
    expect(begun).toMatchObject({ status: 'running', task_type: 'shell' });
    const id = textField(begun, 'task_id');
    const path = textField(begun, 'output_path');
    const result = await lines.next('tool_result');
    expect(result).toMatchObject({ is_error: false });
    expect(textField(result, 'content')).toContain(`task ${id}. Its output goes to ${path};`);
    await linesOfFile(path, 1);

    cli.stdin.write(toolUse('2', 'Read', { file_path: path }) + MESSAGE_STOP);
    expect(textField(await lines.next('tool_result'), 'content')).toContain('begun');
    writeSync(gate, 'go\n');
    expect(await lines.next('task')).toMatchObject({ task_id: id, status: 'exited', exit_code: 5 });

    cli.stdin.write(toolUse('3', 'Read', { file_path: path }) + MESSAGE_STOP);
    expect(textField(await lines.next('tool_result'), 'content')).toContain('done');
    const { message } = await lines.next('user');
    expect(message).toMatchObject({
      content: [
        { type: 'tool_result', tool_use_id: '3' },
        {
          type: 'text',
          text: expect.stringMatching(
            new RegExp(
              `^<not-from-user source="background task">\nBackground task ${id} .* has ended: exited 5\\.`,
            ),
          ),
        },
      ],
    });
    cli.stdin.end(toolUse('4', 'Read', { file_path: path }) + MESSAGE_STOP);
    expect(JSON.stringify(await lines.next('user'))).not.toContain('Background task');
    expect(await lines.next('summary')).not.toHaveProperty('ended_tasks');
  });

  it('starts after what the calls before it did', async () => {
    const directory = scratch();
    const input =
      bash('1', 'sleep 0.3; echo "echo from the script" >script') +
      background('2', 'bash script >out') +
      MESSAGE_STOP;
    const cli = startCli(['exec', '--cwd', directory, ...BYPASS]);
    cli.stdin.write(input);
    const lines = linesFrom(cli);
    await lines.next('task');
    expect(await lines.next('task')).toMatchObject({ status: 'exited', exit_code: 0 });
    expect(readFileSync(join(directory, 'out'), 'utf8')).toBe('from the script\n');
    cli.stdin.end();
    await lines.next('summary');
  });

  it('begins in the order of the calls, which its lines name', async () => {
    const ids = Array.from({ length: 16 }, (_, index) => `c${index}`);
    // Every third ends at once, while others are still being started.
    const calls = ids.map((id, index) => background(id, index % 3 === 0 ? 'true' : 'sleep 1000')).join('');
    const { stdout } = await runCli(['exec', '--cwd', scratch(), ...BYPASS], calls);
    const begun = linesOf(stdout, 'task').filter(({ status }) => status === 'running');
    expect(begun.map((line) => line['tool_use_id'])).toEqual(ids);
  });

  it('has its output kept, and said to be what is kept', async () => {
    const { stderr } = await runCli(
      ['exec', '--cwd', scratch(), ...BYPASS],
      background('1', 'echo written') + bash('2', 'sleep 0.3'),
    );
    expect(stderr).toMatch(/^sluice exec: the output of background tasks is in \S+\/tool-results\n$/);
  });

  it('is ended by TaskStop, by its older name too, and not told of again', async () => {
    const { cli, lines, pids, id } = await startTree(scratch());
    await lines.next('user');
    cli.stdin.write(toolUse('2', 'KillShell', { shell_id: id }) + MESSAGE_STOP);
    expect(await lines.next('task')).toMatchObject({ task_id: id, status: 'stopped' });
    expect(textField(await lines.next('tool_result'), 'content')).toContain('stopped');
    expect(pids.filter(isAlive)).toEqual([]);
    expect(JSON.stringify(await lines.next('user'))).not.toContain('"type":"text"');
    cli.stdin.end();
    await lines.next('summary');
  });

  it('needs leave as any command does, and TaskStop none', async () => {
    const calls = background('1', 'touch made') + toolUse('2', 'TaskStop', { task_id: 'b0' });
    const { stdout } = await runCli(['exec', '--cwd', scratch(), '--permission-prompts', 'none'], calls);
    expect(linesOf(stdout, 'tool_result').map((line) => textField(line, 'content'))).toEqual([
      expect.stringMatching(/denied|not allowed|permission/i),
      'There is no background task "b0". No task is running.',
    ]);
    expect(linesOf(stdout, 'task')).toEqual([]);
  });

  it('is not to be had where they are switched off', async () => {
    const env = { CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1' };
    const calls = background('1', 'true') + toolUse('2', 'TaskStop', { task_id: 'b0' });
    const { stdout } = await runCli(['exec', '--cwd', scratch(), ...BYPASS], calls, { env });
    expect(linesOf(stdout, 'summary')).toMatchObject([
      { outcomes: { 'invalid-input': 1, 'unknown-tool': 1 } },
    ]);
    expect(textField(linesOf(stdout, 'tool_result')[0], 'content')).toContain('it is disabled');
  });

  it('is a line for a person', async () => {
    const { stdout } = await runCli(
      ['exec', '--cwd', scratch(), '--output-format', 'text', ...BYPASS],
      background('1', 'echo x; sleep 1000'),
    );
    expect(stdout).toMatch(/task b[0-9a-f]{8} running: echo x; sleep 1000\n/);
    expect(stdout).toMatch(/task b[0-9a-f]{8} lost/);
  });
});

describe('no background task outlives the program', () => {
  it('that comes to the end of its input, and names them', async () => {
    const { cli, pids, id } = await startTree(scratch());
    const end = ended(cli);
    cli.stdin.end();
    const { stderr, status } = await end;
    expect(status).toBe(0);
    expect(stderr).toContain(`background tasks that were still running were stopped: ${id} (`);
    expect(pids.filter(isAlive)).toEqual([]);
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('that is ended by %s', async (signal) => {
    const { cli, lines, pids, id } = await startTree(scratch());
    cli.kill(signal);
    expect(await lines.next('task')).toMatchObject({ task_id: id, status: 'lost' });
    expect(await lines.next('summary')).toMatchObject({ ended_tasks: [id] });
    expect(pids.filter(isAlive)).toEqual([]);
  });

  it('that is killed; who opens its session next hears of it', async () => {
    const directory = scratch();
    const options = ['--session-dir', join(directory, 'session')];
    const { cli, pids, id } = await startTree(directory, ...options);
    cli.kill('SIGKILL');
    await until(() => (pids.some(isAlive) ? undefined : true));
    const calls = toolUse('2', 'Glob', { pattern: '*.none' }) + MESSAGE_STOP;
    const again = await runCli(['exec', '--cwd', directory, ...BYPASS, ...options, '--resume'], calls);
    const told = parseLines(again.stdout).filter((line) =>
      JSON.stringify(line).includes(`Background task ${id}`),
    );
    expect(told).toHaveLength(1);
    expect(JSON.stringify(told[0])).toContain('lost: it ended with the program that started it');
    expect(readdirSync(join(directory, 'session'))).not.toContain('tasks.json');
  });

  it('that is killed together with what watches over it, once its session is opened again', async () => {
    const directory = scratch();
    const options = ['--session-dir', join(directory, 'session')];
    const { cli, pids, id } = await startTree(directory, ...options);
    const watchdogs = execFileSync('pgrep', ['-P', String(cli.pid), '-f', 'process-watchdog'], {
      encoding: 'utf8',
    });
    for (const pid of watchdogs.trim().split('\n')) process.kill(Number(pid), 'SIGKILL');
    cli.kill('SIGKILL');
    await until(() => (isAlive(cli.pid ?? 0) ? undefined : true));
    expect(pids.filter(isAlive)).toHaveLength(3);
    const again = await runCli(['exec', '--cwd', directory, ...BYPASS, ...options, '--resume'], '');
    expect(again.stderr).toContain(`The background task ${id} (`);
    expect(pids.filter(isAlive)).toEqual([]);
  });
});
