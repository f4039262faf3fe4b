import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { linesOf, runCli, toolUse } from './support/cli.ts';
import { scratch } from './support/scratch.ts';

interface Place {
  readonly top: string;
  readonly repo: string;
  /** Appears as soon as a program of the repository has run. */
  readonly mark: string;
  readonly git: (...words: string[]) => string;
}

/** A repository with a change in it, beside a file with a secret. */
function newPlace(): Place {
  const top = scratch();
  const repo = join(top, 'repo');
  mkdirSync(repo);
  mkdirSync(join(top, 'home'));
  writeFileSync(join(top, 'secret'), 'hunter2\n');
  const env = { ...process.env, HOME: join(top, 'home') };
  const git = (...words: string[]): string =>
    execFileSync('git', words, { cwd: repo, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  git('init', '-q', '-b', 'main');
  writeFileSync(join(repo, 'f'), 'one\n');
  git('add', '.');
  git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '-qm', 'first');
  writeFileSync(join(repo, 'f'), 'two\n');
  return { top, repo, mark: join(top, 'mark'), git };
}

const CASES: readonly (readonly [string, string, (place: Place) => void])[] = [
  [
    'a filter behind a comment that ends in a backslash',
    'git status',
    ({ repo, mark }) => {
      writeFileSync(join(repo, '.gitattributes'), '* filter=evil\n');
      appendFileSync(join(repo, '.git/config'), `# \\\n[filter "evil"]\n\tclean = "touch ${mark}; cat"\n`);
    },
  ],
  [
    'a work tree that is all of the machine',
    'git diff',
    ({ git }) => void git('config', 'core.worktree', '/'),
  ],
  [
    'a .git file that names another repository',
    'git log -p',
    ({ top, repo, git }) => {
      git('clone', '-q', repo, join(top, 'other'));
      rmSync(join(repo, '.git'), { recursive: true });
      writeFileSync(join(repo, '.git'), `gitdir: ${top}/other/.git\n`);
    },
  ],
  [
    'a file of the git directory that leads outside',
    'git branch',
    ({ top, repo }) => symlinkSync(join(top, 'secret'), join(repo, '.git/packed-refs')),
  ],
  [
    'a directory of the index that is a symbolic link',
    'git grep -h hunter',
    ({ top, repo, git }) => {
      mkdirSync(join(repo, 'd'));
      writeFileSync(join(repo, 'd/secret'), '');
      git('add', '.');
      rmSync(join(repo, 'd'), { recursive: true });
      symlinkSync(top, join(repo, 'd'));
    },
  ],
  [
    'settings of the person',
    'git config --list',
    ({ top }) => writeFileSync(join(top, 'home/.gitconfig'), '[http "https://x"]\n\textraheader = hunter2\n'),
  ],
];

it.each(CASES)('%s: %s is not run unasked', async (_, command, build) => {
  const place = newPlace();
  build(place);
  const env = { HOME: join(place.top, 'home') };
  const args = ['exec', '--cwd', place.repo, '--permission-prompts', 'none'];
  const { stdout } = await runCli(args, toolUse('a', 'Bash', { command }), { env });
  expect(linesOf(stdout, 'tool_result')[0]).toMatchObject({ is_error: true });
  expect(stdout).not.toContain('hunter2');
  expect(existsSync(place.mark)).toBe(false);
});

it('git runs unasked in a repository with the settings that people have', async () => {
  const { top, repo, git } = newPlace();
  git('remote', 'add', 'origin', 'https://example.com/x.git');
  for (const [key, value] of [
    ['branch.main.remote', 'origin'],
    ['branch.main.merge', 'refs/heads/main'],
    ['core.hooksPath', '.husky'],
    ['core.sshCommand', 'ssh -i key'],
    ['http.https://example.com/.extraheader', 'x'],
    ['alias.st', 'status'],
    ['commit.gpgsign', 'true'],
    ['pull.rebase', 'true'],
  ] as const)
    git('config', key, value);
  writeFileSync(
    join(top, 'home/.gitconfig'),
    '[filter "lfs"]\n\tclean = cat\n\tprocess = cat\n\trequired = true\n[core]\n\tpager = delta\n',
  );
  const command = 'git status && git diff && git log --oneline -1 && git config user.name || git branch -a';
  const env = { HOME: join(top, 'home') };
  const args = ['exec', '--cwd', repo, '--permission-prompts', 'none'];
  const { stdout } = await runCli(args, toolUse('a', 'Bash', { command }), { env });
  const result = linesOf(stdout, 'tool_result')[0];
  expect(result).toMatchObject({ is_error: false });
  expect(JSON.stringify(result)).toContain('+two');
});
