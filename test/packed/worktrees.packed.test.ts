import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { emptyDirectory } from './packed.ts';
import { scriptedPrint } from './scripted.ts';

function repository(): string {
  const cwd = realpathSync(emptyDirectory());
  execFileSync('git', ['init', '-q'], { cwd });
  execFileSync(
    'git',
    ['-c', 'user.name=n', '-c', 'user.email=a@b', 'commit', '-q', '--allow-empty', '-m', 'x'],
    { cwd },
  );
  return cwd;
}

it('works in a git worktree of its own, and leaves the checkout alone', async () => {
  const cwd = repository();
  const path = join(cwd, '.claude/worktrees/fix');
  const call = { name: 'Write', input: { file_path: join(path, 'new.txt'), content: 'new\n' } };
  const args = ['-w', 'fix', '--permission-mode', 'acceptEdits'];
  const run = await scriptedPrint('Write a file.', [call, 'Written.'], { cwd, args });
  expect([run.stdout, run.status]).toEqual(['Written.\n', 0]);
  expect(run.requests[0]).toContain(`You work in a git worktree, ${path}, on the branch worktree-fix`);
  expect(run.stderr).toContain(`the worktree stays: ${path}; to continue in it: sluice -w fix`);
  expect([existsSync(join(path, 'new.txt')), existsSync(join(cwd, 'new.txt'))]).toEqual([true, false]);
});

it('links directories into a worktree, as the settings say', async () => {
  const cwd = repository();
  mkdirSync(join(cwd, 'node_modules'));
  const settings = JSON.stringify({ worktree: { symlinkDirectories: ['node_modules'] } });
  const run = await scriptedPrint('Look.', ['Looked.'], { cwd, args: ['-w', 'one', '--settings', settings] });
  expect([run.stdout, run.status]).toEqual(['Looked.\n', 0]);
  expect(run.stderr).toContain('with links to node_modules');
  expect(run.requests[0]).toContain('node_modules: links to the main checkout');
  expect(readlinkSync(join(cwd, '.claude/worktrees/one/node_modules'))).toBe(join(cwd, 'node_modules'));
});

it('starts a worktree from a pull request', async () => {
  const cwd = repository();
  execFileSync('git', ['remote', 'add', 'origin', cwd], { cwd });
  execFileSync('git', ['update-ref', 'refs/pull/7/head', 'HEAD'], { cwd });
  const run = await scriptedPrint('Look.', ['Looked.'], { cwd, args: ['-w', '#7'] });
  expect([run.stdout, run.status]).toEqual(['Looked.\n', 0]);
  expect(run.requests[0]).toContain(`${join(cwd, '.claude/worktrees/pr-7')}, on the branch worktree-pr-7`);
  expect(run.stderr).toContain('to continue in it: sluice -w pr-7');
});

it('moves into a worktree and back, and refuses to remove work', async () => {
  const cwd = repository();
  const path = join(cwd, '.claude/worktrees/fix');
  writeFileSync(join(cwd, 'CLAUDE.md'), 'Use tabs.\n');
  execFileSync('git', ['add', '.'], { cwd });
  execFileSync('git', ['-c', 'user.name=n', '-c', 'user.email=a@b', 'commit', '-q', '-m', 'x'], { cwd });
  writeFileSync(join(cwd, 'CLAUDE.md'), 'Use blanks.\n');
  const hooks = {
    InstructionsLoaded: [
      { hooks: [{ type: 'command', command: `cat >> ${cwd}/.git/loaded; echo >> ${cwd}/.git/loaded` }] },
    ],
  };
  const args = [
    ...['--allowedTools', 'Bash(touch *)', '--permission-mode', 'acceptEdits'],
    ...['--settings', JSON.stringify({ hooks })],
  ];
  const run = await scriptedPrint(
    'Use a worktree.',
    [
      { name: 'ToolSearch', input: { query: 'select:EnterWorktree,ExitWorktree' } },
      { name: 'EnterWorktree', input: { name: 'fix' } },
      { name: 'Bash', input: { command: 'touch new.txt' } },
      { name: 'ExitWorktree', input: { action: 'remove' } },
      { name: 'ExitWorktree', input: { action: 'keep' } },
      { name: 'Bash', input: { command: 'touch back.txt' } },
      'Done.',
    ],
    { cwd, args },
  );
  expect([run.stdout, run.stderr]).toEqual(['Done.\n', '']);
  expect(run.requests[2]).toContain(`You work in a git worktree, ${path}, on the branch worktree-fix`);
  expect(run.requests[4]).toContain('1 uncommitted file would be lost');
  expect(run.requests[5]).toContain(`You are back in ${cwd}`);
  // The instruction files of the worktree follow the call that entered it.
  const told = String.raw`From ${path}/CLAUDE.md:\n\nUse tabs.`;
  const back = 'The instructions at the start of the conversation apply again';
  expect(run.requests.map((request) => [told, back].map((text) => request.includes(text)))).toEqual([
    ...[
      [false, false],
      [false, false],
      [true, false],
      [true, false],
      [true, false],
      [true, true],
      [true, true],
    ],
  ]);
  expect(run.requests.every((request) => request.includes(String.raw`CLAUDE.md:\n\nUse blanks.`))).toBe(true);
  const loaded = readFileSync(join(cwd, '.git/loaded'), 'utf8').trim().split('\n');
  expect(loaded.map((line) => JSON.parse(line))).toEqual(
    [
      { file_path: join(cwd, 'CLAUDE.md'), load_reason: 'session_start' },
      { file_path: join(path, 'CLAUDE.md'), load_reason: 'nested_traversal' },
    ].map((fields) => expect.objectContaining(fields)),
  );
  const there = ['new.txt', 'back.txt'].map((file) => [
    existsSync(join(path, file)),
    existsSync(join(cwd, file)),
  ]);
  expect(there).toEqual([
    [true, false],
    [false, true],
  ]);
});

it('goes on in its worktree when a session is resumed, and says why not if it is gone', async () => {
  const cwd = repository();
  const path = join(cwd, '.claude/worktrees/fix');
  const hooks = { CwdChanged: [{ hooks: [{ type: 'command', command: 'cat >> moved; echo >> moved' }] }] };
  const settings = ['--settings', JSON.stringify({ hooks }), '--permission-mode', 'acceptEdits'];
  const write = (file: string) => ({ name: 'Write', input: { file_path: file, content: '' } });
  const id = randomUUID();
  const first = await scriptedPrint(
    'Use a worktree.',
    [
      { name: 'ToolSearch', input: { query: 'select:EnterWorktree,ExitWorktree' } },
      { name: 'EnterWorktree', input: { name: 'fix' } },
      'There.',
    ],
    { cwd, args: ['--session-id', id, ...settings] },
  );
  expect([first.stdout, first.stderr]).toEqual(['There.\n', '']);
  const again = ['--resume', id, ...settings];
  const fork = await scriptedPrint('Go on.', [write('forked.txt'), 'Done.'], {
    ...{ cwd, args: [...again, '--fork-session'] },
  });
  const second = await scriptedPrint(
    'Go on.',
    [write('new.txt'), { name: 'ExitWorktree', input: { action: 'keep' } }, write('back.txt'), 'Done.'],
    { cwd, args: again },
  );
  for (const run of [fork, second]) {
    expect([run.stdout, run.stderr]).toEqual([
      'Done.\n',
      expect.stringContaining(`The session continues in the worktree ${path}`),
    ]);
    expect(run.requests[0]).toContain(`You work in a git worktree, ${path}, on the branch worktree-fix`);
  }
  expect(['forked.txt', 'new.txt', 'back.txt'].map((file) => existsSync(join(path, file)))).toEqual([
    ...[true, true, false],
  ]);
  expect(existsSync(join(cwd, 'back.txt'))).toBe(true);
  const moves = readFileSync(join(path, 'moved'), 'utf8').trim().split('\n');
  expect(moves).toHaveLength(3);
  expect(moves.map((line) => JSON.parse(line))).toMatchObject(
    moves.map(() => ({ hook_event_name: 'CwdChanged', old_cwd: cwd, new_cwd: path })),
  );
  const enter = { name: 'EnterWorktree', input: { name: 'fix' } };
  await scriptedPrint('Enter it again.', [enter, 'There.'], { cwd, args: again });
  rmSync(path, { recursive: true });
  const last = await scriptedPrint('Go on.', [write('last.txt'), 'Done.'], { cwd, args: again });
  expect(last.stderr).toContain(`It continues in ${cwd}, because that directory is gone.`);
  expect(last.requests[0]).toContain(`You worked in the worktree ${path} before. You work in ${cwd} now`);
  expect([last.stdout, existsSync(join(cwd, 'last.txt'))]).toEqual(['Done.\n', true]);
});

it('lets hooks make and remove worktrees, even outside of a repository', async () => {
  const cwd = realpathSync(emptyDirectory());
  const hooks = {
    WorktreeCreate: [{ hooks: [{ type: 'command', command: 'mkdir made && echo made' }] }],
    WorktreeRemove: [{ hooks: [{ type: 'command', command: 'cat > removed; rm -r made' }] }],
  };
  const run = await scriptedPrint(
    'Use a worktree.',
    [
      { name: 'ToolSearch', input: { query: 'select:EnterWorktree,ExitWorktree' } },
      { name: 'EnterWorktree', input: {} },
      { name: 'ExitWorktree', input: { action: 'remove' } },
      'Done.',
    ],
    { cwd, args: ['--settings', JSON.stringify({ hooks })] },
  );
  expect([run.stdout, run.stderr]).toEqual(['Done.\n', '']);
  expect(run.requests[2]).toContain(`You work in ${join(cwd, 'made')}`);
  expect(JSON.parse(readFileSync(join(cwd, 'removed'), 'utf8'))).toMatchObject({
    hook_event_name: 'WorktreeRemove',
    worktree_path: join(cwd, 'made'),
    cwd,
  });
  expect(existsSync(join(cwd, 'made'))).toBe(false);
});

it('lets a hook make the worktree that a session starts in', async () => {
  const cwd = realpathSync(emptyDirectory());
  const command = 'cat > asked; mkdir made && echo made';
  const hooks = { WorktreeCreate: [{ hooks: [{ type: 'command', command }] }] };
  const args = ['-w', 'one', '--settings', JSON.stringify({ hooks }), '--permission-mode', 'acceptEdits'];
  const call = { name: 'Write', input: { file_path: 'new.txt', content: '' } };
  const run = await scriptedPrint('Write a file.', [call, 'Written.'], { cwd, args });
  expect([run.stdout, run.status]).toEqual(['Written.\n', 0]);
  expect(run.requests[0]).toContain(`You work in ${join(cwd, 'made')}, which a user's hook created`);
  expect([existsSync(join(cwd, 'made/new.txt')), existsSync(join(cwd, 'new.txt'))]).toEqual([true, false]);
  expect(JSON.parse(readFileSync(join(cwd, 'asked'), 'utf8'))).toMatchObject({
    ...{ hook_event_name: 'WorktreeCreate', name: 'one', cwd },
  });
});

it('gives an agent a worktree of its own, which goes if nothing was changed in it', async () => {
  const cwd = repository();
  const input = {
    ...{ description: 'Work apart', prompt: 'Work.', run_in_background: false },
    isolation: 'worktree',
  };
  const run = await scriptedPrint(
    'Work.',
    [
      { name: 'Agent', input },
      'Nothing to do.',
      { name: 'Agent', input },
      { name: 'Write', input: { file_path: join(cwd, 'main.txt'), content: '' } },
      { name: 'Write', input: { file_path: 'new.txt', content: '' } },
      'Worked.',
      'Done.',
    ],
    { cwd, args: ['--permission-mode', 'acceptEdits'] },
  );
  expect(run.stdout).toBe('Done.\n');
  expect(run.requests[2]).not.toContain('Its worktree stays');
  expect(run.requests[4]).toContain("leaves the agent's own worktree");
  const [, path = ''] =
    /Its worktree stays: (\S+) on the branch worktree-agent-/.exec(run.requests[6] ?? '') ?? [];
  expect(path.startsWith(join(cwd, '.claude/worktrees/agent-'))).toBe(true);
  expect([existsSync(join(path, 'new.txt')), existsSync(join(cwd, 'main.txt'))]).toEqual([true, false]);
  expect(readdirSync(join(cwd, '.claude/worktrees')).filter((name) => !name.startsWith('.'))).toHaveLength(1);
});
