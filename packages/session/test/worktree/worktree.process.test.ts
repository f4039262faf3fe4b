import { execFileSync, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import {
  closeWorktree,
  openWorktree,
  parsePullRequest,
  worktreeNotice,
  type Worktree,
} from '../../src/worktree/index.ts';
import { markUnfilled } from '../../src/worktree/fill/unfilled-mark.ts';
import { git, repository } from './support.ts';

async function opened(cwd: string, name: string): Promise<Worktree> {
  const result = await openWorktree(cwd, name);
  if (!result.ok) throw new Error(result.message);
  return result.worktree;
}

it('starts from the commit that is checked out, pushed or not, and says what it lacks', async () => {
  const root = repository();
  writeFileSync(join(root, 'a.txt'), 'changed\n');
  writeFileSync(join(root, 'new.txt'), 'new\n');
  const worktree = await opened(join(root, 'src'), 'fix/login');
  expect(worktree).toMatchObject({
    path: join(root, '.claude/worktrees/fix/login'),
    directory: join(root, '.claude/worktrees/fix/login/src'),
    branch: 'worktree-fix/login',
    isNew: true,
    missingFiles: 2,
  });
  expect(readFileSync(join(worktree.path, 'a.txt'), 'utf8')).toBe('a\n');
  expect(git(worktree.path, 'rev-parse', 'HEAD')).toBe(git(root, 'rev-parse', 'HEAD'));
  expect(worktreeNotice(worktree)).toContain('2 uncommitted files of the main checkout are not in it');
  expect(git(root, 'status', '--porcelain').split('\n').toSorted()).toEqual(['?? new.txt', 'M a.txt']);
});

it('copies what .worktreeinclude names and git ignores, and nothing else', async () => {
  const root = repository();
  for (const file of ['.env', 'x.log', 'src/.env', 'new.txt']) writeFileSync(join(root, file), file);
  writeFileSync(join(root, '.worktreeinclude'), '**/.env\nnew.txt\na.txt\n');
  const { path, copiedFiles } = await opened(root, 'one');
  expect(copiedFiles).toBe(2);
  expect(['.env', 'src/.env', 'x.log', 'new.txt'].map((file) => existsSync(join(path, file)))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

it('writes nothing through a link in place of the list of what git ignores there', async () => {
  const root = repository();
  const outside = join(root, 'elsewhere');
  mkdirSync(join(root, '.claude/worktrees'), { recursive: true });
  symlinkSync(outside, join(root, '.claude/worktrees/.gitignore'));
  await opened(root, 'one');
  expect(existsSync(outside)).toBe(false);
});

it('runs no hook of the repository, and no monitor', async () => {
  const root = repository();
  git(root, 'config', 'core.fsmonitor', `touch ${root}/ran; false`);
  const hook = join(root, '.git/hooks/post-checkout');
  writeFileSync(hook, `#!/bin/sh\ntouch ${root}/ran\n`, { mode: 0o755 });
  await opened(root, 'one');
  expect(existsSync(join(root, 'ran'))).toBe(false);
});

/** A clone whose origin has the pull request 7, and its commit. */
function cloneWithPull(): { readonly root: string; readonly commit: string } {
  const origin = repository();
  git(origin, 'checkout', '-q', '-b', 'theirs');
  writeFileSync(join(origin, 'pull.txt'), 'theirs\n');
  git(origin, 'add', '.');
  git(origin, 'commit', '-qm', 'theirs');
  git(origin, 'update-ref', 'refs/pull/7/head', 'HEAD');
  const commit = git(origin, 'rev-parse', 'HEAD');
  git(origin, 'checkout', '-q', 'main');
  git(origin, 'branch', '-qD', 'theirs');
  const root = join(repository(), 'clone');
  git(origin, 'clone', '-q', origin, root);
  return { root, commit };
}

const FRESH = { baseRef: 'fresh', symlinkDirectories: [], sparsePaths: [] } as const;

it('starts from the default branch of origin, fetched, and says if it could not be', async () => {
  const { root } = cloneWithPull();
  const origin = git(root, 'remote', 'get-url', 'origin');
  writeFileSync(join(origin, 'later'), '');
  git(origin, 'add', '.');
  git(origin, 'commit', '-qm', 'later');
  const later = git(origin, 'rev-parse', 'HEAD');
  git(root, 'commit', '-q', '--allow-empty', '-m', 'unpushed');
  const fresh = await openWorktree(root, 'fresh', { settings: FRESH });
  if (!fresh.ok) throw new Error(fresh.message);
  expect(git(fresh.worktree.path, 'rev-parse', 'HEAD')).toBe(later);
  expect(fresh.worktree.baseNote).toBeUndefined();
  rmSync(join(root, '.git/FETCH_HEAD'));
  git(root, 'remote', 'set-url', 'origin', '/nowhere');
  const offline = await openWorktree(root, 'offline', { settings: FRESH });
  expect(offline).toMatchObject({
    ok: true,
    worktree: { baseNote: expect.stringMatching(/^not fetched: /) },
  });
  git(root, 'remote', 'remove', 'origin');
  expect(await openWorktree(root, 'none', { settings: FRESH })).toMatchObject({
    ok: false,
    message: expect.stringContaining('worktree.baseRef is fresh'),
  });
});

it('checks out some directories, links others, which are no one’s work, and takes up what a kill left unfilled', async () => {
  const { root } = cloneWithPull();
  for (const directory of ['a', 'b', 'c']) {
    mkdirSync(join(root, directory));
    writeFileSync(join(root, directory, 'file'), directory);
  }
  git(root, 'add', '.');
  git(root, 'commit', '-qm', 'directories');
  mkdirSync(join(root, 'node_modules/one'), { recursive: true });
  writeFileSync(join(root, '.git/info/exclude'), 'node_modules/\n');
  const settings = {
    baseRef: 'head',
    symlinkDirectories: ['node_modules', 'gone'],
    sparsePaths: ['a'],
  } as const;
  git(
    root,
    'worktree',
    'add',
    '-q',
    '--no-checkout',
    '--lock',
    '--reason',
    'initializing',
    '.claude/worktrees/w',
  );
  const opened = await openWorktree(root, 'w', { settings });
  if (!opened.ok) throw new Error(opened.message);
  const { path, linkedDirectories } = opened.worktree;
  expect([existsSync(join(path, 'a/file')), existsSync(join(path, 'b'))]).toEqual([true, false]);
  expect(linkedDirectories).toEqual(['node_modules']);
  expect(readlinkSync(join(path, 'node_modules'))).toBe(join(root, 'node_modules'));
  expect(git(root, 'status', '--porcelain')).toBe('');
  expect(await closeWorktree(opened.worktree, true)).toEqual({ kind: 'removed' });
  expect(existsSync(join(root, 'node_modules/one'))).toBe(true);
  for (const outside of ['../x', '/etc', 'a/../../b', '.git', '-q', ''])
    expect(
      await openWorktree(root, 'x', { settings: { ...settings, sparsePaths: [outside] } }),
    ).toMatchObject({
      ok: false,
      message: expect.stringContaining('is not a path inside the repository'),
    });
});

it('starts from a pull request of origin, and leaves no other reference', async () => {
  const { root, commit } = cloneWithPull();
  const refs = git(root, 'for-each-ref', '--format=%(refname)').split('\n');
  const opened = await openWorktree(root, '', { pullRequest: parsePullRequest('#7') });
  if (!opened.ok) throw new Error(opened.message);
  const { worktree } = opened;
  expect(worktree).toMatchObject({ name: 'pr-7', branch: 'worktree-pr-7', isNew: true });
  expect(git(worktree.path, 'rev-parse', 'HEAD')).toBe(commit);
  expect(git(root, 'for-each-ref', '--format=%(refname)').split('\n')).toEqual([
    ...refs.slice(0, 1),
    'refs/heads/worktree-pr-7',
    ...refs.slice(1),
  ]);
  expect(await closeWorktree(worktree, true)).toEqual({ kind: 'removed' });
});

it.each<readonly [text: string, prepare: (root: string) => unknown, message: RegExp]>([
  ['#8', () => {}, /#8 can't be fetched from origin: .*pull\/8\/head/],
  ['https://github.com/else/where/pull/7', () => {}, /belongs to else\/where, but origin is \//],
  ['#7', (root) => git(root, 'remote', 'remove', 'origin'), /no remote named origin/],
  ['#7', (root) => git(root, 'config', 'core.sshCommand', `touch ${root}/ran`), /core\.sshcommand/],
  ['#7', (root) => git(root, 'config', 'remote.origin.uploadpack', `touch ${root}/ran;`), /uploadpack/],
  [
    '#7',
    (root) => {
      git(root, 'config', 'protocol.ext.allow', 'always');
      git(root, 'remote', 'set-url', 'origin', `ext::touch ${root}/ran`);
    },
    /can't be fetched from origin: .*not allowed/,
  ],
])(
  'makes no worktree of the pull request %s if it can not be fetched safely',
  async (text, prepare, message) => {
    const { root } = cloneWithPull();
    prepare(root);
    expect(await openWorktree(root, '', { pullRequest: parsePullRequest(text) })).toMatchObject({
      ok: false,
      message: expect.stringMatching(message),
    });
    expect([existsSync(join(root, 'ran')), existsSync(join(root, '.claude/worktrees/pr-7'))]).toEqual([
      false,
      false,
    ]);
  },
);

it('is held by one session at a time, and taken over from one that has ended', async () => {
  const root = repository();
  const first = await opened(root, 'one');
  expect(await openWorktree(root, 'one')).toMatchObject({
    ok: false,
    message: expect.stringContaining('another session is working in it'),
  });
  git(root, 'worktree', 'unlock', first.path);
  git(root, 'worktree', 'lock', '--reason', 'mine', first.path);
  expect(await openWorktree(root, 'one')).toMatchObject({
    message: expect.stringContaining('it is locked: mine'),
  });
  git(root, 'worktree', 'unlock', first.path);
  git(root, 'worktree', 'lock', '--reason', 'sluice 4194303 1', first.path);
  expect(await opened(root, 'one')).toMatchObject({ isNew: false, path: first.path });
});

it('makes a worktree again whose making was killed', async () => {
  const root = repository();
  const first = await opened(root, 'one');
  // As git leaves them: marked as being made, and without files; or with the directory gone.
  rmSync(join(first.path, 'a.txt'));
  writeFileSync(join(root, '.git/worktrees/one/locked'), 'initializing');
  expect(existsSync(join((await opened(root, 'one')).path, 'a.txt'))).toBe(true);
  rmSync(first.path, { recursive: true });
  git(root, 'worktree', 'unlock', first.path);
  expect(existsSync(join((await opened(root, 'one')).path, 'a.txt'))).toBe(true);
});

it('never takes a worktree for one left behind while another session makes it', async () => {
  const root = repository();
  const results = await Promise.all([openWorktree(root, 'one'), openWorktree(root, 'one')]);
  const made = results.flatMap((result) => (result.ok ? [result.worktree] : []));
  const refused = results.flatMap((result) => (result.ok ? [] : [result.message]));
  expect(made).toHaveLength(1);
  expect(refused).toEqual([expect.stringContaining('is creating the worktree one right now')]);
  expect(existsSync(join(made[0]?.path ?? '', 'a.txt'))).toBe(true);
  // Nothing stays locked.
  await opened(root, 'two');
  expect(readdirSync(join(root, '.git')).filter((name) => name.startsWith('sluice-'))).toEqual([]);
});

it('takes no name for another that differs in "/" and "-"', async () => {
  const root = repository();
  writeFileSync(join(root, '.git/info/exclude'), '.env\n');
  writeFileSync(join(root, '.env'), 'secret\n');
  writeFileSync(join(root, '.worktreeinclude'), '.env\n');
  const both = await Promise.all([openWorktree(root, 'a/b'), openWorktree(root, 'a-b')]);
  expect(both.map((result) => result.ok || result.message)).toEqual([true, true]);
  // As a kill leaves one: without what is copied.
  const killed = await opened(root, 'c/d');
  await closeWorktree(killed, false);
  rmSync(join(killed.path, '.env'));
  markUnfilled(join(root, '.git'), 'c/d').set();
  await opened(root, 'c-d');
  expect(readFileSync(join((await opened(root, 'c/d')).path, '.env'), 'utf8')).toBe('secret\n');
});

const WORK: readonly (readonly [title: string, change: (path: string) => void, isRemoved: boolean])[] = [
  ['nothing', () => {}, true],
  ['an ignored file', (path) => writeFileSync(join(path, 'x.log'), ''), true],
  ['a new file', (path) => writeFileSync(join(path, 'new.txt'), ''), false],
  ['a changed file', (path) => writeFileSync(join(path, 'a.txt'), 'other'), false],
  ['a commit', (path) => void git(path, 'commit', '-q', '--allow-empty', '-m', 'x'), false],
  [
    'a commit on a detached head',
    (path) => {
      git(path, 'checkout', '-q', '--detach');
      git(path, 'commit', '-q', '--allow-empty', '-m', 'x');
    },
    false,
  ],
  [
    'a commit on its branch, which is not checked out any more',
    (path) => {
      git(path, 'commit', '-q', '--allow-empty', '-m', 'x');
      git(path, 'checkout', '-q', '-b', 'other', 'HEAD~1');
    },
    false,
  ],
  [
    'a commit that another branch has',
    (path) => {
      git(path, 'commit', '-q', '--allow-empty', '-m', 'x');
      git(path, 'branch', 'other');
    },
    true,
  ],
  [
    'a commit that only the branch of another worktree has',
    (path) => {
      git(path, 'commit', '-q', '--allow-empty', '-m', 'x');
      git(path, 'branch', 'worktree-two');
    },
    false,
  ],
];

it.each(WORK)('with %s, goes only where nothing is lost', async (_, change, isRemoved) => {
  const root = repository();
  const worktree = await opened(root, 'one');
  change(worktree.path);
  const closed = await closeWorktree(worktree, true);
  expect(closed.kind).toBe(isRemoved ? 'removed' : 'kept');
  expect(existsSync(worktree.path)).toBe(!isRemoved);
  expect(git(root, 'branch', '--list', 'worktree-one') === '').toBe(isRemoved);
  expect(git(root, 'worktree', 'list', '--porcelain')).not.toContain('locked');
});

it('keeps a worktree that is not to be removed, or that was there before', async () => {
  const root = repository();
  const first = await opened(root, 'one');
  expect(await closeWorktree(first, false)).toEqual({ kind: 'kept', work: undefined });
  expect(await closeWorktree(await opened(root, 'one'), true)).toMatchObject({ kind: 'kept' });
  expect(existsSync(first.path)).toBe(true);
});

const REFUSED: readonly (readonly [
  title: string,
  prepare: (root: string) => string | undefined,
  message: RegExp,
])[] = [
  ['a name that leaves the place', () => '../x', /can't name a worktree/],
  ['a name that git refuses', () => 'x.lock', /can't name a worktree/],
  ['a name that is too long', () => 'x'.repeat(65), /at most 64 characters; this one has 65/],
  [
    'a link in place of .claude',
    (root) => {
      mkdirSync(join(root, 'elsewhere'));
      symlinkSync('elsewhere', join(root, '.claude'));
      return undefined;
    },
    /\.claude is a symbolic link/,
  ],
  [
    'a repository without a commit',
    (root) => {
      rmSync(join(root, '.git'), { recursive: true });
      git(root, 'init', '-q');
      return undefined;
    },
    /needs a commit to start from/,
  ],
  [
    'no repository',
    (root) => {
      rmSync(join(root, '.git'), { recursive: true });
      return undefined;
    },
    /needs a git repository/,
  ],
  [
    'a filter of its own',
    (root) => {
      git(root, 'config', 'filter.x.smudge', `touch ${root}/ran`);
      return undefined;
    },
    /filter\.x\.smudge/,
  ],
  [
    'a program to fetch what is missing',
    (root) => {
      git(root, 'config', 'remote.origin.uploadpack', `touch ${root}/ran; git-upload-pack`);
      return undefined;
    },
    /remote\.origin\.uploadpack/,
  ],
  [
    'the shared directory of another repository',
    (root) => {
      const other = repository();
      rmSync(join(root, '.git'), { recursive: true });
      mkdirSync(join(root, '.git'));
      writeFileSync(join(root, '.git/HEAD'), 'ref: refs/heads/main\n');
      writeFileSync(join(root, '.git/commondir'), join(other, '.git\n'));
      return undefined;
    },
    /data is elsewhere/,
  ],
  [
    'the objects of another repository',
    (root) => {
      const other = repository();
      writeFileSync(join(root, '.git/objects/info/alternates'), join(other, '.git/objects\n'));
      return undefined;
    },
    /data is elsewhere/,
  ],
  [
    'a link to the references of another repository',
    (root) => {
      rmSync(join(root, '.git/refs/heads'), { recursive: true });
      symlinkSync(join(repository(), '.git/refs/heads'), join(root, '.git/refs/heads'));
      return undefined;
    },
    /data is elsewhere/,
  ],
  [
    'another work tree',
    (root) => {
      git(root, 'config', 'core.worktree', join(root, 'src'));
      return undefined;
    },
    /work in .*src instead of/,
  ],
  [
    'something else at its place',
    (root) => {
      mkdirSync(join(root, '.claude/worktrees/one'), { recursive: true });
      writeFileSync(join(root, '.claude/worktrees/one/file'), '');
      return undefined;
    },
    /already exists/,
  ],
  [
    'its branch checked out elsewhere',
    (root) => {
      git(root, 'checkout', '-q', '-b', 'worktree-one');
      return undefined;
    },
    /worktree-one/,
  ],
];

it.each(REFUSED)('with %s, is refused with the reason', async (_, prepare, message) => {
  const root = repository();
  const name = prepare(root) ?? 'one';
  expect(await openWorktree(root, name)).toMatchObject({
    ok: false,
    message: expect.stringMatching(message),
  });
  expect(existsSync(join(root, 'ran'))).toBe(false);
});

it('tells in a bare repository how to get a checkout', async () => {
  const root = repository();
  git(root, 'clone', '-q', '--bare', '.', 'bare.git');
  rmSync(join(root, '.git'), { recursive: true });
  for (const cwd of ['bare.git', 'bare.git/refs'])
    expect(await openWorktree(join(root, cwd), 'one')).toEqual({
      ok: false,
      message: expect.stringMatching(cwd === 'bare.git' ? /bare repository.*git worktree add/ : /git init/),
    });
});

it('starts no program of the main checkout when it is made from another worktree', async () => {
  const root = repository();
  git(root, 'config', 'extensions.worktreeConfig', 'true');
  git(root, 'worktree', 'add', '-q', 'linked');
  git(root, 'config', '--worktree', 'filter.x.smudge', `touch ${root}/ran; cat`);
  expect(await openWorktree(join(root, 'linked'), 'one')).toMatchObject({
    ok: false,
    message: expect.stringMatching(/filter\.x\.smudge/),
  });
});

it('fetches nothing that a partial clone lacks', async () => {
  const root = repository();
  const object = git(root, 'rev-parse', 'HEAD:a.txt');
  git(root, 'clone', '-q', '--bare', '.', 'origin.git');
  git(root, 'config', 'core.repositoryFormatVersion', '1');
  git(root, 'config', 'extensions.partialClone', 'origin');
  git(root, 'config', 'remote.origin.promisor', 'true');
  git(root, 'config', 'remote.origin.url', join(root, 'origin.git'));
  const lacking = join(root, '.git/objects', object.slice(0, 2), object.slice(2));
  rmSync(lacking);
  expect(await openWorktree(root, 'one')).toMatchObject({ ok: false });
  expect(existsSync(lacking)).toBe(false);
  expect(readdirSync(join(root, '.git/objects/pack'))).toEqual([]);
});

it('runs no git in submodules, which have a configuration of their own', async () => {
  const root = repository();
  const inner = join(root, 'inner');
  git(root, 'init', '-q', 'inner');
  writeFileSync(join(inner, '.gitattributes'), '*.txt filter=x\n');
  writeFileSync(join(inner, 'a.txt'), 'a\n');
  git(inner, 'add', '.');
  git(inner, 'commit', '-qm', 'inner');
  git(root, 'add', '.');
  git(root, 'commit', '-qm', 'with inner');
  git(inner, 'config', 'filter.x.clean', `touch ${root}/ran; cat`);
  writeFileSync(join(inner, 'a.txt'), 'b\n');
  await opened(root, 'one');
  expect(existsSync(join(root, 'ran'))).toBe(false);
});

it('looks for work only if what was written into the worktree starts no program', async () => {
  const root = repository();
  const worktree = await opened(root, 'one');
  rmSync(join(worktree.path, '.git'));
  git(worktree.path, 'init', '-q');
  writeFileSync(join(worktree.path, '.gitattributes'), '*.txt filter=x\n');
  git(worktree.path, 'add', '.');
  git(worktree.path, 'commit', '-qm', 'theirs');
  git(worktree.path, 'config', 'filter.x.clean', `touch ${root}/ran; cat`);
  writeFileSync(join(worktree.path, 'a.txt'), 'b\n');
  expect(await closeWorktree(worktree, true)).toMatchObject({ kind: 'kept' });
  expect(existsSync(join(root, 'ran'))).toBe(false);
});

it('waits for the git of a session that was killed, and takes what that has made', async () => {
  const root = repository();
  const first = await opened(root, 'one');
  writeFileSync(join(root, '.git/worktrees/one/locked'), 'initializing');
  const bin = mkdtempSync(join(tmpdir(), 'sluice-left-git-'));
  onTestFinished(() => rmSync(bin, { recursive: true }));
  // What the killed session has left: it ends once git has been asked for the list, and then the worktree is whole.
  const maker = spawn('sh', ['-c', 'read line', 'worktree', 'add', first.path], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  const script = `#!/bin/sh
${real} "$@"
case "$*" in *'worktree list'*) rm -f ${root}/.git/worktrees/one/locked; kill ${maker.pid} 2>/dev/null; exit 0; esac
`;
  writeFileSync(join(bin, 'git'), script, { mode: 0o755 });
  const before = process.env['PATH'];
  process.env['PATH'] = `${bin}:${before}`;
  try {
    expect(await opened(root, 'one')).toMatchObject({ isNew: false, path: first.path });
  } finally {
    process.env['PATH'] = before;
  }
});
