import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { BYPASS, CLI, ended, linesOf, MESSAGE_STOP, startCli, textField, toolUse } from './support/cli.ts';
import { scratch } from './support/scratch.ts';
import { isAlive, linesOfFile, until } from './support/until.ts';

/** A tree of three that says its process ids and then does nothing for long. */
const TREE =
  '(echo $BASHPID >> pids; (echo $BASHPID >> pids; exec sleep 1000) & wait) & echo $$ >> pids; wait';

async function startTree(directory: string) {
  const cli = startCli(['exec', '--cwd', directory, '--session-dir', join(directory, 'session'), ...BYPASS]);
  cli.stdin.write(toolUse('1', 'Bash', { command: TREE }) + toolUse('2', 'Bash', { command: 'echo late' }));
  const pids = (await linesOfFile(join(directory, 'pids'), 3)).map(Number);
  expect(pids.filter(isAlive)).toHaveLength(3);
  return { cli, pids };
}

describe('a signal stops the run: every call gets its result, and no process is left', () => {
  it.each([
    ['SIGINT', 130, 'the user interrupted'],
    ['SIGTERM', 143, 'the program is shutting down'],
    ['SIGHUP', 129, 'the program is shutting down'],
  ] as const)('%s', async (signal, status, reason) => {
    const { cli, pids } = await startTree(scratch());
    const end = ended(cli);
    cli.kill(signal);
    const result = await end;
    expect(result).toMatchObject({ status, stderr: '' });
    expect(linesOf(result.stdout, 'summary')).toMatchObject([{ calls: 2, outcomes: { cancelled: 2 } }]);
    const texts = linesOf(result.stdout, 'tool_result').map((line) => textField(line, 'content'));
    expect(texts[1]).toBe(`The call was not started: ${reason}.`);
    expect(pids.filter(isAlive)).toEqual([]);
  });

  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)(
    '%s while a hook of the start hangs: that is ended, and hooks of the end run',
    async (signal, status) => {
      const directory = scratch();
      const hook = (command: string) => [{ hooks: [{ type: 'command', command }] }];
      const hooks = { SessionStart: hook(TREE), SessionEnd: hook('echo ended > ended') };
      const cli = startCli(['exec', '--cwd', directory, '--settings', JSON.stringify({ hooks })]);
      const pids = (await linesOfFile(join(directory, 'pids'), 3)).map(Number);
      const end = ended(cli);
      cli.kill(signal);
      expect(await end).toMatchObject({ status, stdout: '' });
      expect(readFileSync(join(directory, 'ended'), 'utf8')).toBe('ended\n');
      expect(pids.filter(isAlive)).toEqual([]);
    },
  );

  it('a second SIGINT ends the program at once, and what it started a moment later', async () => {
    const directory = scratch();
    const cli = startCli(['exec', '--cwd', directory, ...BYPASS]);
    cli.stdin.write(
      toolUse('1', 'Bash', {
        command: `trap '' TERM; echo $$ >> pids; while :; do read -t 1000 <> <(:); done`,
      }),
    );
    const pids = (await linesOfFile(join(directory, 'pids'), 1)).map(Number);
    const end = ended(cli);
    cli.kill('SIGINT');
    cli.kill('SIGINT');
    cli.kill('SIGINT');
    const { status } = await end;
    expect(status).toBe(130);
    await until(() => (pids.some(isAlive) ? undefined : true));
  });

  it('what ignores SIGTERM is named; a second SIGINT kills it, and every call has its result', async () => {
    const directory = scratch();
    const cli = startCli(['exec', '--cwd', directory, ...BYPASS]);
    const stubborn = `trap '' TERM; sleep 1000 & echo $! >> pids; echo $$ >> pids; wait`;
    const background = { command: stubborn, run_in_background: true };
    cli.stdin.write(toolUse('1', 'Bash', background) + toolUse('2', 'Bash', { command: stubborn }));
    const pids = (await linesOfFile(join(directory, 'pids'), 4)).map(Number);
    const end = ended(cli);
    cli.kill('SIGINT');
    const said = new Promise<string>(
      (resolve) => void cli.stderr.once('data', (part) => resolve(String(part))),
    );
    const [, pid] =
      /^sluice exec: waiting for sleep \(pid (\d+)\) to stop, press Ctrl-C again to kill\n$/.exec(
        await said,
      ) ?? [];
    expect(pids).toContain(Number(pid));
    cli.kill('SIGINT');
    const { status, stdout } = await end;
    expect(status).toBe(130);
    const results = linesOf(stdout, 'tool_result');
    expect(results.map((line) => line['tool_use_id'])).toEqual(['1', '2']);
    expect(linesOf(stdout, 'summary')).toMatchObject([{ calls: 2, outcomes: { ok: 1, cancelled: 1 } }]);
    expect(pids.filter(isAlive)).toEqual([]);
  });

  it('tasks in the background are told to end at once, while a command still ends', async () => {
    const directory = scratch();
    const cli = startCli(['exec', '--cwd', directory, ...BYPASS]);
    const command = `trap 'echo >> told; exit' TERM; echo $$ >> pids; sleep 1000 & wait`;
    // It sees that before it is killed for ignoring the signal.
    const waiting = `trap '' TERM INT; echo $$ >> pids; until [ -e told ]; do sleep 0.02; done; echo >> seen`;
    cli.stdin.write(
      toolUse('1', 'Bash', { command, run_in_background: true }) + toolUse('2', 'Bash', { command: waiting }),
    );
    await linesOfFile(join(directory, 'pids'), 2);
    const end = ended(cli);
    cli.kill('SIGINT');
    expect((await end).status).toBe(130);
    expect(existsSync(join(directory, 'seen'))).toBe(true);
  });

  it('a SIGINT after SIGTERM kills as well, and the text says so', async () => {
    const directory = scratch();
    const cli = startCli(['exec', '--cwd', directory, ...BYPASS]);
    const stubborn = `trap '' TERM; echo $$ >> pids; while :; do read -t 1000 <> <(:); done`;
    cli.stdin.write(toolUse('1', 'Bash', { command: stubborn }));
    const pids = (await linesOfFile(join(directory, 'pids'), 1)).map(Number);
    const end = ended(cli);
    cli.kill('SIGTERM');
    await new Promise((resolve) => void cli.stderr.once('data', resolve));
    cli.kill('SIGINT');
    const { status, stdout, stderr } = await end;
    expect(stderr).toBe(`sluice exec: waiting for bash (pid ${pids[0]}) to stop, press Ctrl-C to kill\n`);
    expect(status).toBe(143);
    expect(linesOf(stdout, 'summary')).toMatchObject([{ calls: 1, outcomes: { cancelled: 1 } }]);
    expect(pids.filter(isAlive)).toEqual([]);
  });

  it.each(['SIGKILL', 'SIGQUIT'] as const)('%s leaves no process either', async (signal) => {
    const { cli, pids } = await startTree(scratch());
    cli.kill(signal);
    await until(() => (pids.some(isAlive) ? undefined : true));
  });
});

describe('npm, which passes on no signal, stops the run all the same', () => {
  const GONE = 'sluice exec: npm has exited, so the run is being stopped\n';
  const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(' ');

  it.each([
    ['SIGINT', 'exec', '/bin/sh', 'SIGINT', ''],
    ['SIGINT', 'exec', '/bin/bash', 130, ''],
    ['SIGINT', 'run', '/bin/sh', 'SIGINT', ''],
    ['SIGTERM', 'exec', '/bin/sh', 'SIGTERM', GONE],
    ['SIGHUP', 'exec', '/bin/sh', 'SIGHUP', GONE],
    ['SIGKILL', 'exec', '/bin/sh', 'SIGKILL', GONE],
  ] as const)('%s to npm %s with %s', async (signal, subcommand, shell, end, stderr) => {
    const directory = scratch();
    // The shell does not replace itself with a command that is not its last.
    const line = `${quoted([process.execPath, ...CLI, 'exec', ...BYPASS])}; exit $?`;
    writeFileSync(join(directory, 'package.json'), JSON.stringify({ scripts: { agent: line } }));
    const args = subcommand === 'exec' ? ['exec', '--offline', '-c', line] : ['run', '--silent', 'agent'];
    const npm = spawn('npm', args, {
      cwd: directory,
      env: {
        ...process.env,
        ...{ HOME: '/nonexistent', TMPDIR: scratch() },
        ...{ npm_config_cache: scratch(), npm_config_script_shell: shell },
        npm_config_update_notifier: 'false',
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    onTestFinished(() => void npm.kill('SIGKILL'));
    const output = Promise.all([text(npm.stdout), text(npm.stderr), once(npm, 'exit')]);
    npm.stdin.write(toolUse('1', 'Bash', { command: TREE }));
    const pids = (await linesOfFile(join(directory, 'pids'), 3)).map(Number);
    npm.kill(signal);
    // At their end no one holds them open any more.
    const [stdout, said, [status, killedBy]] = await output;
    expect(said).toBe(stderr);
    expect(status ?? killedBy).toBe(end);
    expect(linesOf(stdout, 'summary')).toMatchObject([{ calls: 1, outcomes: { cancelled: 1 } }]);
    expect(pids.filter(isAlive)).toEqual([]);
  });
});

describe('a reader that goes away', () => {
  it('stops the run, which settles its calls in the journal', async () => {
    const directory = scratch();
    const session = join(directory, 'session');
    const cli = startCli(['exec', '--cwd', directory, '--session-dir', session, ...BYPASS]);
    cli.stdin.write(toolUse('1', 'Glob', { pattern: '*.none' }) + MESSAGE_STOP);
    let stdout = '';
    cli.stdout.on('data', (piece) => (stdout += String(piece)));
    await until(() => (stdout.includes('{"type":"user"') ? true : undefined));
    cli.stdout.destroy();
    await once(cli.stdout, 'close');
    let stderr = '';
    cli.stderr.on('data', (piece) => (stderr += String(piece)));
    // The first result of the next message finds the pipe closed while the tree of the second call runs.
    cli.stdin.write(toolUse('2', 'Glob', { pattern: '*.none' }) + toolUse('3', 'Bash', { command: TREE }));
    const [status] = await once(cli, 'close');
    expect(status).toBe(1);
    expect(stderr).toBe(
      'sluice exec: standard output was closed by its reader; unfinished calls were canceled\n',
    );
    const settled = linesOf(readFileSync(join(session, 'journal.jsonl'), 'utf8'), 'settled');
    expect(settled.map((line) => line['callId'])).toEqual(['1', '2', '3']);
    expect(settled[2]).toMatchObject({ outcome: 'cancelled' });
    expect(existsSync(join(session, 'journal.lock'))).toBe(false);
    const pids = existsSync(join(directory, 'pids')) ? await linesOfFile(join(directory, 'pids'), 0) : [];
    expect(pids.map(Number).filter(isAlive)).toEqual([]);
  });

  it('is told that nothing was canceled where all calls had ended', async () => {
    const cli = startCli(['exec', '--cwd', scratch()]);
    cli.stdout.destroy();
    await once(cli.stdout, 'close');
    cli.stdin.end(toolUse('1', 'Glob', { pattern: '*.none' }) + MESSAGE_STOP);
    expect(await text(cli.stderr)).toBe(
      'sluice exec: standard output was closed by its reader; no call was canceled\n',
    );
  });
});
