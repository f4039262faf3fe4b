import { execFileSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { emptyDirectory } from './packed.ts';
import { scriptedPrint } from './scripted.ts';

it('works in a git worktree of its own, and leaves the checkout alone', async () => {
  const cwd = realpathSync(emptyDirectory());
  execFileSync('git', ['init', '-q'], { cwd });
  execFileSync(
    'git',
    ['-c', 'user.name=n', '-c', 'user.email=a@b', 'commit', '-q', '--allow-empty', '-m', 'x'],
    { cwd },
  );
  const path = join(cwd, '.claude/worktrees/fix');
  const call = { name: 'Write', input: { file_path: join(path, 'new.txt'), content: 'new\n' } };
  const args = ['-w', 'fix', '--permission-mode', 'acceptEdits'];
  const run = await scriptedPrint('Write a file.', [call, 'Written.'], { cwd, args });
  expect([run.stdout, run.status]).toEqual(['Written.\n', 0]);
  expect(run.requests[0]).toContain(`You work in a git worktree, ${path}, on the branch worktree-fix`);
  expect(run.stderr).toContain(`the worktree stays: ${path}; to go on in it: sluice -w fix`);
  expect([existsSync(join(path, 'new.txt')), existsSync(join(cwd, 'new.txt'))]).toEqual([true, false]);
});
