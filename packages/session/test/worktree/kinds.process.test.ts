import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { closeWorktree, openWorktree, worktreeNotice } from '../../src/worktree/index.ts';
import { git, repository } from './support.ts';

const ALLOW = ['-c', 'protocol.file.allow=always'] as const;

interface Kind {
  /** Where the session is started. */
  readonly cwd: string;
  /** Files of the worktree, and what they hold. */
  readonly files: Readonly<Record<string, string | undefined>>;
}

const LFS = `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 12345\n`;

const KINDS: readonly (readonly [title: string, prepare: (root: string) => Kind])[] = [
  [
    'a worktree of a bare repository',
    (root) => {
      git(root, 'clone', '-q', '--bare', '.', 'bare.git');
      git(join(root, 'bare.git'), 'worktree', 'add', '-q', join(root, 'of-bare'), 'main');
      return { cwd: join(root, 'of-bare'), files: { 'a.txt': 'a\n' } };
    },
  ],
  [
    'submodules, which stay empty',
    (root) => {
      const inner = repository();
      git(root, ...ALLOW, 'submodule', '--quiet', 'add', inner, 'inner');
      git(root, 'commit', '-qm', 'inner');
      return { cwd: root, files: { 'a.txt': 'a\n', 'inner/a.txt': undefined } };
    },
  ],
  [
    'a submodule as the project',
    (root) => {
      const inner = repository();
      git(root, ...ALLOW, 'submodule', '--quiet', 'add', inner, 'inner');
      git(root, 'commit', '-qm', 'inner');
      return { cwd: join(root, 'inner'), files: { 'a.txt': 'a\n', 'src/b.txt': 'b\n' } };
    },
  ],
  [
    'a sparse checkout, whose patterns it has too',
    (root) => {
      git(root, 'sparse-checkout', 'set', '--cone');
      expect(existsSync(join(root, 'src'))).toBe(false);
      return { cwd: root, files: { 'a.txt': 'a\n', 'src/b.txt': undefined } };
    },
  ],
  [
    'pointers of large files, whose filter the repository does not name',
    (root) => {
      writeFileSync(join(root, '.gitattributes'), '*.bin filter=lfs diff=lfs merge=lfs -text\n');
      writeFileSync(join(root, 'large.bin'), LFS);
      git(root, '-c', 'filter.lfs.clean=cat', 'add', '.');
      git(root, 'commit', '-qm', 'large');
      return { cwd: root, files: { 'large.bin': LFS } };
    },
  ],
  [
    'line ends of Windows',
    (root) => {
      writeFileSync(join(root, '.gitattributes'), '*.txt text eol=crlf\n');
      git(root, 'add', '.');
      git(root, 'commit', '-qm', 'attributes');
      return { cwd: root, files: { 'a.txt': 'a\r\n' } };
    },
  ],
  [
    'line ends that the repository converts',
    (root) => {
      git(root, 'config', 'core.autocrlf', 'true');
      return { cwd: root, files: { 'src/b.txt': 'b\r\n' } };
    },
  ],
  [
    'a detached head',
    (root) => {
      git(root, 'commit', '-q', '--allow-empty', '-m', 'x');
      git(root, 'checkout', '-q', '--detach', 'HEAD~1');
      return { cwd: root, files: { 'a.txt': 'a\n' } };
    },
  ],
  [
    'packed references',
    (root) => {
      git(root, 'pack-refs', '--all');
      return { cwd: root, files: { 'a.txt': 'a\n' } };
    },
  ],
  [
    'relative paths of worktrees',
    (root) => {
      git(root, 'config', 'worktree.useRelativePaths', 'true');
      return { cwd: root, files: { 'a.txt': 'a\n' } };
    },
  ],
];

it.each(KINDS)(
  'with %s, has the files of the commit, stays with work, and goes without',
  async (_, prepare) => {
    const { cwd, files } = prepare(repository());
    const head = git(cwd, 'rev-parse', 'HEAD');
    const made = await openWorktree(cwd, 'one');
    if (!made.ok) throw new Error(made.message);
    const { path, commit } = made.worktree;
    expect([git(path, 'rev-parse', 'HEAD'), head.startsWith(commit), commit.length]).toEqual([
      head,
      true,
      12,
    ]);
    const found = Object.keys(files).map((file) => {
      const at = join(path, file);
      return [file, existsSync(at) ? readFileSync(at, 'utf8') : undefined];
    });
    expect(Object.fromEntries(found)).toEqual(files);
    expect(git(path, 'status', '--porcelain')).toBe('');
    expect(worktreeNotice(made.worktree).includes('submodules are empty')).toBe(
      git(path, 'submodule', 'status') !== '',
    );

    writeFileSync(join(path, 'work.txt'), '');
    expect(await closeWorktree(made.worktree, true)).toMatchObject({ kind: 'kept' });
    expect(existsSync(join(path, 'work.txt'))).toBe(true);
    const other = await openWorktree(cwd, 'two');
    if (!other.ok) throw new Error(other.message);
    expect(await closeWorktree(other.worktree, true)).toEqual({ kind: 'removed' });
    // And the first one is found again.
    const again = await openWorktree(cwd, 'one');
    expect(again.ok ? again.worktree : again.message).toMatchObject({ isNew: false, path });
  },
);
