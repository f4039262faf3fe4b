import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { linkedWorktree } from '../../src/sandbox/linked-worktree.ts';

let root: string;
const at = (path: string): string => join(root, path);
const git = (...args: string[]): void => {
  const identity = ['-c', 'user.name=a', '-c', 'user.email=a@b'];
  execFileSync('git', [...identity, ...args], { cwd: at('main'), stdio: 'ignore' });
};

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-worktree-')));
  mkdirSync(at('main'));
  git('init', '-q');
  git('commit', '-q', '--allow-empty', '-m', 'one');
  for (const name of ['linked', 'moved', 'other']) git('worktree', 'add', '-q', at(name));
  mkdirSync(at('linked/sub'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

it('a linked worktree has a git directory of its own within the one that it shares', () => {
  expect(linkedWorktree(at('linked'))).toEqual({
    commonDirectory: at('main/.git'),
    gitDirectory: at('main/.git/worktrees/linked'),
  });
});

it.each([
  ['the main checkout', () => at('main')],
  ['a directory beneath', () => at('linked/sub')],
  ['no repository', () => root],
  [
    'a file that names a repository which does not name it back',
    () => {
      mkdirSync(at('claims'));
      writeFileSync(at('claims/.git'), `gitdir: ${at('main/.git/worktrees/linked')}\n`);
      return at('claims');
    },
  ],
  [
    'a repository of which the git directory is a link',
    () => {
      mkdirSync(at('strange'));
      mkdirSync(at('elsewhere'));
      renameSync(at('main/.git/worktrees/moved'), at('elsewhere/moved'));
      mkdirSync(at('strange/.git/worktrees'), { recursive: true });
      symlinkSync(at('elsewhere/moved'), at('strange/.git/worktrees/moved'));
      writeFileSync(at('elsewhere/moved/commondir'), at('strange/.git'));
      writeFileSync(at('moved/.git'), `gitdir: ${at('strange/.git/worktrees/moved')}\n`);
      return at('moved');
    },
  ],
  [
    'a repository reached by a link',
    () => {
      const common = at('linked-common/.git');
      mkdirSync(at('linked-common'));
      symlinkSync(at('main/.git'), common);
      writeFileSync(at('main/.git/worktrees/other/commondir'), common);
      writeFileSync(at('other/.git'), `gitdir: ${common}/worktrees/other\n`);
      return at('other');
    },
  ],
])('is none: %s', (_, place) => {
  expect(linkedWorktree(place())).toBeUndefined();
});
