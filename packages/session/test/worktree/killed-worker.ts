import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { closeWorktree, openWorktree } from '../../src/worktree/index.ts';

/** A session with two worktrees, one that gets work and one that stays unused: `node killed-worker.ts ROOT`. */
const [root = ''] = process.argv.slice(2);
for (const name of ['used', 'unused']) {
  const opened = await openWorktree(root, name);
  if (!opened.ok) throw new Error(opened.message);
  const { path } = opened.worktree;
  if (name === 'used') {
    writeFileSync(join(path, 'committed.txt'), 'committed\n');
    const identity = ['-c', 'user.name=n', '-c', 'user.email=a@b'];
    execFileSync('/usr/bin/env', ['git', ...identity, 'add', '.'], { cwd: path });
    execFileSync('/usr/bin/env', ['git', ...identity, 'commit', '-qm', 'work'], { cwd: path });
    writeFileSync(join(path, 'left.txt'), 'left\n');
    process.stdout.write('worked\n');
  }
  await closeWorktree(opened.worktree, true);
}
