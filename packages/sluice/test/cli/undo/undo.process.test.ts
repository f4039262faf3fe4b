import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { asRoot, canActAsRoot, mountTmpfs } from '../../../../../test/support/as-root.ts';
import { CLI, MESSAGE_STOP, runCli, startCli, toolUse } from '../exec/support/cli.ts';
import { scratch } from '../exec/support/scratch.ts';
import { execFileSync } from 'node:child_process';

const ACCEPT = ['--permission-mode', 'acceptEdits'];

interface Room {
  readonly cwd: string;
  readonly directory: string;
  readonly path: string;
  undo(...args: string[]): ReturnType<typeof runCli>;
  exec(...lines: string[]): ReturnType<typeof runCli>;
}

/** A directory with one file, and a session beside it. */
function room(): Room {
  const cwd = scratch();
  const directory = join(scratch(), 'session');
  const path = join(cwd, 'a.txt');
  writeFileSync(path, 'old\n');
  chmodSync(path, 0o640);
  let isBegun = false;
  return {
    cwd,
    directory,
    path,
    undo: (...args) => runCli(['undo', '--session-dir', directory, ...args], '', { cwd }),
    exec(...lines) {
      const resume = isBegun ? ['--resume'] : [];
      isBegun = true;
      return runCli(['exec', '--session-dir', directory, ...resume, ...ACCEPT], lines.join(''), { cwd });
    },
  };
}

const edit = (id: string, old_string: string, new_string: string): string =>
  toolUse(id, 'Edit', { file_path: 'a.txt', old_string, new_string });

describe('sluice undo', () => {
  it('removes the directories that were made for a file, and no other', async () => {
    const { cwd, exec, undo } = room();
    mkdirSync(join(cwd, 'there'));
    const write = (id: string, file_path: string): string =>
      toolUse(id, 'Write', { file_path, content: 'x' }) + MESSAGE_STOP;
    await exec(write('c1', 'there/n/d/a'), write('c2', 'there/n/b'), write('c3', 'there/c'));
    expect(readdirSync(join(cwd, 'there'))).toEqual(['c', 'n']);
    await undo('--call', 'c3');
    expect(readdirSync(join(cwd, 'there'))).toEqual(['n']);
    expect((await undo('--call', 'c1')).stdout).toContain(
      `with it ${join(cwd, 'there/n/d')}, which is empty`,
    );
    expect(readdirSync(join(cwd, 'there/n'))).toEqual(['b']);
    writeFileSync(join(cwd, 'there/n/mine'), '');
    expect((await undo()).stdout).toBe(
      `removed ${join(cwd, 'there/n/b')}, which Write c2 of message-2 made\n`,
    );
    expect(readdirSync(join(cwd, 'there/n'))).toEqual(['mine']);
  });

  it('removes what is above as well once it is empty, whichever file was the first in it', async () => {
    const { cwd, exec, undo } = room();
    const write = (id: string, file_path: string): string =>
      toolUse(id, 'Write', { file_path, content: 'x' });
    await exec(write('c1', 'n/d/a'), write('c2', 'n/b'), MESSAGE_STOP);
    await undo('--call', 'c1');
    await undo('--call', 'c2');
    expect(readdirSync(cwd)).toEqual(['a.txt']);
  });

  it('takes back the last call, then the one before, and then has nothing left', async () => {
    const { cwd, path, exec, undo } = room();
    await exec(
      edit('c1', 'old', 'new'),
      MESSAGE_STOP,
      toolUse('c2', 'Write', { file_path: 'x/b.txt', content: 'b' }),
      MESSAGE_STOP,
    );
    expect(readFileSync(join(cwd, 'x/b.txt'), 'utf8')).toBe('b');
    expect(await undo()).toEqual({
      status: 0,
      stdout: `removed ${join(cwd, 'x/b.txt')}, which Write c2 of message-2 made, and with it ${join(cwd, 'x')}, which is empty now\n`,
      stderr: '',
    });
    expect(existsSync(join(cwd, 'x'))).toBe(false);
    expect((await undo()).stdout).toBe(`restored ${path}, as before Edit c1 of message-1\n`);
    expect(readFileSync(path, 'utf8')).toBe('old\n');
    expect(statSync(path).mode & 0o777).toBe(0o640);
    expect(await undo()).toEqual({ status: 1, stdout: '', stderr: 'sluice undo: nothing to undo\n' });
  });

  it('lists, the last first, with what is in the way', async () => {
    const { path, cwd, exec, undo } = room();
    await exec(
      edit('c1', 'old', 'new'),
      toolUse('c2', 'Write', { file_path: 'b.txt', content: 'b' }),
      MESSAGE_STOP,
    );
    writeFileSync(path, 'by hand\n');
    const { status, stdout } = await undo('--list');
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.replace(/^\S+ +/, ''));
    expect({ status, lines }).toEqual({
      status: 0,
      lines: [
        `Write c2 of message-1  made ${join(cwd, 'b.txt')}  (can be undone)`,
        `Edit c1 of message-1  changed ${path}  (has changed since)`,
      ],
    });
    expect((await undo('--list', '--file', 'b.txt')).stdout.trim().split('\n')).toHaveLength(1);
  });

  it('undoes a message, a call, a file', async () => {
    const { cwd, path, exec, undo } = room();
    await exec(
      edit('c1', 'old', 'one'),
      edit('c2', 'one', 'two'),
      toolUse('c3', 'Write', { file_path: 'b.txt', content: 'b' }),
      MESSAGE_STOP,
    );
    await exec(edit('c4', 'two', 'three'), MESSAGE_STOP);
    expect((await undo('--list', '--call', 'c1')).stdout).toContain(
      '(written again by Edit c4 of message-2)',
    );
    const early = await undo('--call', 'c1');
    expect(early.status).toBe(1);
    expect(early.stderr).toContain('was written again by Edit c4 of message-2: undo that first');
    symlinkSync(cwd, join(cwd, 'link'));
    expect((await undo('--file', 'link/a.txt')).status).toBe(0);
    expect(readFileSync(path, 'utf8')).toBe('two\n');
    expect((await undo('--message', 'message-1')).status).toBe(0);
    expect(readFileSync(path, 'utf8')).toBe('old\n');
    expect(existsSync(join(cwd, 'b.txt'))).toBe(false);
  });

  it('says why there is nothing to undo', async () => {
    const { path, exec, undo } = room();
    await exec(edit('c1', 'old', 'new'), toolUse('r', 'Read', { file_path: 'a.txt' }), MESSAGE_STOP);
    const why = async (...choice: string[]): Promise<string> => (await undo(...choice)).stderr;
    const begin = 'sluice undo: ';
    expect(await why('--call', 'zz')).toBe(`${begin}there is no call zz in this session; see --list\n`);
    expect(await why('--call', 'r')).toBe(`${begin}call r wrote no file, so there is nothing to undo\n`);
    expect(await why('--call', 'c1', '--file', 'b.txt')).toContain('call c1 did not write to ');
    expect((await undo('--call', 'c1', '--file', 'a.txt')).status).toBe(0);
    expect(await why('--call', 'c1')).toBe(`${begin}call c1 is already undone\n`);
    expect(await why('--call', 'zz')).toBe(`${begin}there is no call zz in this session; see --list\n`);
    expect(await why('--call', 'c1', '--message', 'message-9')).toContain(
      'no call c1 of message message-9 in',
    );
    expect(await why('--message', 'message-1')).toBe(`${begin}message message-1 is already undone\n`);
    expect(await why('--file', 'a.txt')).toBe(
      `${begin}what this session wrote to ${path} is already undone\n`,
    );
    expect(await why()).toBe(`${begin}nothing to undo\n`);
    expect(await undo('--list', '--call', 'c1')).toMatchObject({
      status: 0,
      stdout: 'call c1 is already undone\n',
    });
  });

  it('takes no write back alone that a later call built on, and by force takes both', async () => {
    const { path, exec, undo } = room();
    await exec(edit('c1', 'old', 'new'), MESSAGE_STOP, edit('c2', 'new', 'old'), MESSAGE_STOP);
    const { status, stderr } = await undo('--call', 'c1');
    expect(status).toBe(1);
    expect(stderr).toContain(
      'was written again by Edit c2 of message-2: undo that first (--message message-2 --call c2), ' +
        'or use --force, which undoes all its writes from Edit c1 of message-1 on',
    );
    expect((await undo('--message', 'message-2', '--call', 'c2')).status).toBe(0);
    expect(readFileSync(path, 'utf8')).toBe('new\n');
    expect((await undo('--call', 'c1')).status).toBe(0);
    expect(readFileSync(path, 'utf8')).toBe('old\n');
    await exec(edit('c3', 'old', 'new'), MESSAGE_STOP, edit('c4', 'new', 'other'), MESSAGE_STOP);
    expect((await undo('--call', 'c3', '--force')).stdout).toMatch(
      /^restored .*, as before Edit c3 of \S+, with all writes up to Edit c4 of \S+$/m,
    );
    expect(readFileSync(path, 'utf8')).toBe('old\n');
    expect(await undo()).toMatchObject({ status: 1, stderr: 'sluice undo: nothing to undo\n' });
  });

  it.runIf(canActAsRoot)('a write that failed is not a write: the one before is undone', async () => {
    const { cwd, path, exec, undo } = room();
    const full = join(cwd, 'full');
    mkdirSync(full);
    mountTmpfs(full, 64);
    onTestFinished(() => void asRoot('umount', full));
    const content = 'x'.repeat(100_000);
    const { stdout } = await exec(
      edit('c1', 'old', 'new'),
      MESSAGE_STOP,
      toolUse('c2', 'Write', { file_path: 'full/n.txt', content }),
      MESSAGE_STOP,
    );
    expect(stdout).toContain('is full');
    expect((await undo('--list')).stdout).not.toContain('n.txt');
    expect(await undo()).toMatchObject({
      status: 0,
      stdout: `restored ${path}, as before Edit c1 of message-1\n`,
    });
    expect(readFileSync(path, 'utf8')).toBe('old\n');
  });

  it('leaves a file that has changed since, shows the difference, and is told to put it back by force', async () => {
    const { path, directory, exec, undo } = room();
    await exec(
      edit('c1', 'old', 'new'),
      toolUse('c2', 'Write', { file_path: 'b.txt', content: 'b' }),
      MESSAGE_STOP,
    );
    writeFileSync(path, 'by hand\n');
    const refused = await undo('--message', 'message-1');
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain(`${path} has changed since Edit c1 of message-1 wrote it`);
    expect(refused.stderr).toContain('by a program such as a formatter; --force restores its old content');
    expect(refused.stderr).toContain('nothing was changed');
    expect(refused.stdout).toContain(`with --force: would restore ${path}`);
    expect(refused.stdout).toContain('  -by hand\n  +old\n');
    expect(existsSync(join(path, '../b.txt'))).toBe(true);
    const dry = await undo('--call', 'c1', '--dry-run');
    expect(dry.status).toBe(1);
    expect(dry.stdout).toContain('  -by hand\n  +old\n');
    expect(readFileSync(path, 'utf8')).toBe('by hand\n');
    const forced = await undo('--call', 'c1', '--force');
    expect(forced).toMatchObject({ status: 0, stderr: '' });
    const kept = /saved in (\S+)/.exec(forced.stdout)?.[1] ?? '';
    expect(kept.startsWith(join(directory, 'pre-images'))).toBe(true);
    expect(readFileSync(kept, 'utf8')).toBe('by hand\n');
    expect(readFileSync(path, 'utf8')).toBe('old\n');
  });

  it('brings back by force a file that was removed, with its permissions', async () => {
    const { path, exec, undo } = room();
    await exec(edit('c1', 'old', 'new'), MESSAGE_STOP);
    rmSync(path);
    expect((await undo()).stderr).toContain('has been removed since');
    expect((await undo('--force')).status).toBe(0);
    expect(readFileSync(path, 'utf8')).toBe('old\n');
    expect(statSync(path).mode & 0o777).toBe(0o640);
  });

  it.each([
    ['a directory', (path: string) => mkdirSync(path), 'is no longer a regular file'],
    ['a link', (path: string) => symlinkSync('elsewhere', path), 'is no longer a regular file'],
  ])('touches nothing where %s has taken the place of the file', async (_, replace, message) => {
    const { path, exec, undo } = room();
    await exec(edit('c1', 'old', 'new'), MESSAGE_STOP);
    rmSync(path);
    replace(path);
    const { status, stderr } = await undo('--force');
    expect({ status, stderr }).toMatchObject({ status: 1, stderr: expect.stringContaining(message) });
  });

  it('says what is no longer kept', async () => {
    const { path, directory, exec, undo } = room();
    await exec(edit('c1', 'old', 'new'), MESSAGE_STOP);
    rmSync(join(directory, 'pre-images'), { recursive: true });
    const { status, stderr } = await undo();
    expect(status).toBe(1);
    expect(stderr).toContain(
      `${path} can't be restored: its old content is no longer stored. Old content is removed after`,
    );
    expect(readFileSync(path, 'utf8')).toBe('new\n');
    expect((await undo('--list')).stdout).toContain("(can't be undone: its old content is no longer stored)");
    writeFileSync(path, 'old\n');
    expect((await undo()).stdout).toContain(`${path} is already as it was`);
  });

  it('what is older than the settings keep is gone once the session writes again', async () => {
    const { path, cwd, directory, exec, undo } = room();
    await exec(edit('c1', 'old', 'new'), MESSAGE_STOP);
    const settings = JSON.stringify({ cleanupPeriodDays: 0 });
    const args = ['exec', '--session-dir', directory, '--resume', ...ACCEPT, '--settings', settings];
    await runCli(args, edit('c2', 'new', 'newer') + MESSAGE_STOP, { cwd });
    expect((await undo()).stdout).toContain(`restored ${path}, as before Edit c2`);
    expect((await undo()).stderr).toContain('its old content is no longer stored');
    expect(readFileSync(path, 'utf8')).toBe('new\n');
  });

  it('does not touch a session that is in use, but lists it', async () => {
    const { cwd, directory, path, undo } = room();
    const running = startCli(['exec', '--session-dir', directory, ...ACCEPT], { cwd });
    running.stdin.write(edit('c1', 'old', 'new') + MESSAGE_STOP);
    await new Promise((resolve) => running.stdout.once('data', resolve));
    const { status, stderr } = await undo();
    expect(status).toBe(1);
    expect(stderr).toContain(`is in use by process ${running.pid}. End it first, then undo.`);
    expect((await undo('--list')).stdout).toContain('can be undone');
    const exited = new Promise((resolve) => running.once('exit', resolve));
    running.stdin.end();
    await exited;
    expect((await undo()).status).toBe(0);
    expect(readFileSync(path, 'utf8')).toBe('old\n');
  });

  it('a session goes on after an undo, and what it writes then can be undone as well', async () => {
    const { path, exec, undo } = room();
    await exec(edit('c1', 'old', 'new'), MESSAGE_STOP);
    await undo();
    await exec(edit('c1', 'old', 'newer'), MESSAGE_STOP);
    expect(readFileSync(path, 'utf8')).toBe('newer\n');
    expect((await undo()).status).toBe(0);
    expect(readFileSync(path, 'utf8')).toBe('old\n');
  });

  it.each([
    [['--session', 'x', '--session-dir', 'x'], 2, "--session and --session-dir can't be combined"],
    [['--session', 'x'], 1, 'There is no session "x"'],
    [['a.txt'], 2, 'pass a file with --file'],
    [['--sesion-dir', 'x'], 2, 'did you mean --session-dir?'],
    [['--session-dir', '/nonexistent/session'], 1, '/nonexistent/session contains no session'],
  ])('%j', async (args, status, message) => {
    const ran = await runCli(['undo', ...args]);
    expect(ran).toMatchObject({ status, stderr: expect.stringContaining(message) });
    expect(existsSync('/nonexistent/session')).toBe(false);
  });

  it('prints help', async () => {
    expect(execFileSync(process.execPath, [...CLI, 'undo', '--help'], { encoding: 'utf8' })).toContain(
      'Usage: sluice undo',
    );
  });
});
