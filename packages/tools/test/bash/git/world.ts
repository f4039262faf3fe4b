import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Text of files outside the workspace. No unasked command may show it. */
export const OUTSIDE = 'text-from-outside';
/** Text of the person's own configuration. */
export const PRIVATE = 'text-of-the-person';

/** The directories around one repository, by their real paths. */
export interface World {
  readonly root: string;
  /** The workspace. */
  readonly work: string;
  readonly outside: string;
  readonly home: string;
  /** Programs that leave a mark, and hooks that do. */
  readonly evil: string;
  readonly marks: string;
  /** Captured output, scripts and traces. */
  readonly run: string;
  readonly env: Readonly<Record<string, string>>;
  /** Runs git the way a person would have prepared the repository. */
  git(cwd: string, ...words: string[]): string;
  dispose(): void;
}

/** A repository that worlds start from, made once. */
export type Template = 'workspace' | 'outside';

const HOOKS = [
  'post-index-change',
  'reference-transaction',
  'post-checkout',
  'pre-commit',
  'fsmonitor-watchman',
  'proc-receive',
  'pre-push',
];

/** Makes worlds from repositories that are made once. */
export function createWorldMaker() {
  const templates = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-git-')));
  const env = environmentOf(templates);
  const git = gitIn(env);
  writeFileSync(join(templates, '.gitconfig'), '[user]\n\tname = A\n\temail = a@example.com\n');
  makeWorkspace(join(templates, 'workspace'), git);
  makeOutside(join(templates, 'outside'), git);
  return {
    newWorld(): World {
      const root = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-git-')));
      const at = (name: string): string => join(root, name);
      cpSync(join(templates, 'workspace'), at('work'), { recursive: true, verbatimSymlinks: true });
      cpSync(join(templates, 'outside'), at('outside'), { recursive: true, verbatimSymlinks: true });
      for (const name of ['home', 'evil', 'evil/hooks', 'marks', 'run']) mkdirSync(at(name));
      writeFileSync(at('home/.gitconfig'), personalConfiguration());
      const program = `#!/bin/sh\n: > ${at('marks')}/program-$$\nexec cat\n`;
      for (const name of ['program', ...HOOKS.map((hook) => `hooks/${hook}`)]) {
        writeFileSync(at(`evil/${name}`), program);
        chmodSync(at(`evil/${name}`), 0o755);
      }
      const world = environmentOf(at('home'));
      return {
        root,
        work: at('work'),
        outside: at('outside'),
        home: at('home'),
        evil: at('evil'),
        marks: at('marks'),
        run: at('run'),
        env: world,
        git: gitIn(world),
        dispose: () => rmSync(root, { recursive: true, force: true }),
      };
    },
    dispose: (): void => rmSync(templates, { recursive: true, force: true }),
  };
}

function environmentOf(home: string): Readonly<Record<string, string>> {
  return { HOME: home, PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8', TERM: 'dumb', TZ: 'UTC' };
}

function gitIn(env: Readonly<Record<string, string>>) {
  const dates = { GIT_AUTHOR_DATE: '1700000000 +0000', GIT_COMMITTER_DATE: '1700000000 +0000' };
  return (cwd: string, ...words: string[]): string =>
    execFileSync('git', words, {
      cwd,
      env: { ...env, ...dates },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
}

function personalConfiguration(): string {
  return `[user]\n\tname = A\n\temail = a@example.com\n[http "https://example.com"]\n\textraHeader = ${PRIVATE}\n`;
}

/** A history with a merge that needed a hand, a commit with a signature, a stash, a tag, and a change of every kind. */
function makeWorkspace(path: string, git: World['git']): void {
  const write = (name: string, text: string): void => writeFileSync(join(path, name), text);
  mkdirSync(join(path, 'dir'), { recursive: true });
  git(path, 'init', '-q', '-b', 'main', '--template=');
  mkdirSync(join(path, '.git', 'info'));
  write('a.txt', '1\n2\n3\n');
  write('dir/c.txt', 'one\n');
  git(path, 'add', '.');
  git(path, 'commit', '-qm', 'first');
  git(path, 'checkout', '-qb', 'other');
  write('a.txt', '1\n2 other\n3\n');
  git(path, 'commit', '-qam', 'other');
  git(path, 'checkout', '-q', 'main');
  write('a.txt', '1\n2 main\n3\n');
  git(path, 'commit', '-qam', 'main');
  const [ours, theirs] = ['main', 'other'].map((name) => git(path, 'rev-parse', name).trim());
  write('a.txt', '1\n2 both\n3\n');
  git(path, 'add', 'a.txt');
  const tree = git(path, 'write-tree').trim();
  const merge = git(path, 'commit-tree', tree, '-p', ours ?? '', '-p', theirs ?? '', '-m', 'merge').trim();
  write('signed', signed(git(path, 'cat-file', 'commit', merge)));
  const commit = git(path, 'hash-object', '-t', 'commit', '-w', 'signed').trim();
  git(path, 'reset', '-q', '--hard', commit);
  git(path, 'tag', '-a', 'v1', '-m', 'version');
  write('dir/c.txt', 'stashed\n');
  git(path, 'stash', '-q');
  write('a.txt', '1\n2 changed\n3\n');
  write('dir/c.txt', 'staged\n');
  git(path, 'add', 'dir/c.txt');
  write('untracked.txt', 'new\n');
  git(path, 'clean', '-qf', 'signed');
}

function signed(commit: string): string {
  const signature = '-----BEGIN PGP SIGNATURE-----\n \n iQ==\n =aaaa\n -----END PGP SIGNATURE-----\n';
  return commit.replace(/\n\n/, `\ngpgsig ${signature}\n`);
}

function makeOutside(path: string, git: World['git']): void {
  const repository = join(path, 'repository');
  mkdirSync(join(path, 'dir'), { recursive: true });
  mkdirSync(repository);
  for (const name of ['file', 'dir/c.txt', 'repository/secret.txt']) {
    writeFileSync(join(path, name), `${OUTSIDE}\n`);
  }
  git(repository, 'init', '-q', '-b', 'main', '--template=');
  git(repository, 'add', '.');
  git(repository, 'commit', '-qm', OUTSIDE);
}
