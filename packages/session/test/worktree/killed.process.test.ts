import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { bundled } from '../../../../test/support/bundled.ts';
import { closeWorktree, openWorktree } from '../../src/worktree/index.ts';
import { git, repositoryTemplate } from './support.ts';

const WORKER = await bundled(join(import.meta.dirname, 'killed-worker.ts'));

/** A git that counts its starts, and kills whoever started it before the one that is asked for. */
function killingGit(): { readonly directory: string; readonly count: () => number } {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-killing-git-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  writeFileSync(
    join(directory, 'git'),
    `#!/bin/sh
echo x >> ${directory}/count
count=0
while read -r _; do count=$((count + 1)); done < ${directory}/count
[ -n "$KILL" ] && [ "$KILL" -le "$count" ] && kill -9 $PPID && exit 1
exec ${real} "$@"
`,
  );
  chmodSync(join(directory, 'git'), 0o755);
  const path = join(directory, 'count');
  return {
    directory,
    count: () => (existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n').length : 0),
  };
}

function run(root: string, directory: string, kill: string) {
  return spawnSync(process.execPath, [WORKER, root], {
    env: { ...process.env, PATH: `${directory}${delimiter}${process.env['PATH'] ?? ''}`, KILL: kill },
    encoding: 'utf8',
  });
}

/** A repository with an ignored file that worktrees get. */
const withIncluded = repositoryTemplate((root) => {
  writeFileSync(join(root, '.env'), 'secret\n');
  writeFileSync(join(root, '.worktreeinclude'), '.env\n');
  git(root, 'add', '.worktreeinclude');
  git(root, 'commit', '-qm', 'include');
});

it('loses no commit and no uncommitted file, and copies ignored ones, between whichever steps of git it is killed', async () => {
  const whole = killingGit();
  const first = run(withIncluded(), whole.directory, '');
  expect([first.status, first.stderr]).toEqual([0, '']);
  const steps = whole.count();
  expect(steps).toBeGreaterThan(15);

  for (let step = 1; step <= steps; step += 1) {
    const root = withIncluded();
    const killed = run(root, killingGit().directory, String(step));
    const where = `killed before step ${step}`;
    expect(killed.signal, where).toBe('SIGKILL');
    for (const name of ['used', 'unused']) {
      const again = await openWorktree(root, name);
      if (!again.ok) throw new Error(`${where}: ${again.message}`);
      const { path } = again.worktree;
      expect(readFileSync(join(path, '.env'), 'utf8'), `${where}: ${name}`).toBe('secret\n');
      if (name === 'used' && killed.stdout === 'worked\n') {
        expect(git(path, 'log', '-1', '--format=%s'), where).toBe('work');
        expect(readFileSync(join(path, 'left.txt'), 'utf8'), where).toBe('left\n');
      }
      await closeWorktree(again.worktree, false);
    }
    expect(git(root, 'status', '--porcelain'), where).toBe('');
    expect(git(root, 'fsck', '--no-dangling'), where).toBe('');
  }
}, 480_000);
