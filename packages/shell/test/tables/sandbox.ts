import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canRun } from './can-run.ts';
import { snapshotOf } from './snapshot-of.ts';

/** A directory with a repository and files of many kinds in it, a home and a place for temporary files. */
export interface Sandbox {
  readonly directory: string;
  /** Runs a command: as it is, with only the three directories writable, or with nothing writable. */
  readonly run: (
    argv: readonly string[],
    environment: Readonly<Record<string, string>>,
    form: 'plain' | 'writable' | 'read-only',
  ) => Outcome;
  /** Names, kinds, modes, sizes, times of change and contents of all that is in the three directories. */
  readonly snapshot: () => string;
  readonly remove: () => void;
}

export interface Outcome {
  readonly status: number | null;
  readonly output: string;
  readonly errors: string;
}

export const hasBubblewrap = canRun('bwrap', ['--ro-bind', '/', '/', 'true']);

/** Of root the right to read is kept, as by the read-only profile. */
const ISOLATION =
  '--ro-bind / / --dev /dev --proc /proc --unshare-net --unshare-pid --die-with-parent --cap-drop ALL' +
  (process.geteuid?.() === 0 ? ' --cap-add CAP_DAC_READ_SEARCH' : '');

/** What the read-only profile sets. */
const SET = { TMPDIR: '/dev/shm', GIT_OPTIONAL_LOCKS: '0' };

export function makeSandbox(): Sandbox {
  const base = mkdtempSync(join(tmpdir(), 'sluice-tables-'));
  const [directory, home, temporary] = ['work', 'home', 'tmp'].map((name) => join(base, name));
  if (directory === undefined || home === undefined || temporary === undefined) throw new Error('no names');
  for (const path of [directory, home, temporary]) mkdirSync(path);
  fill(directory);

  const own = { HOME: home, TMPDIR: temporary, XDG_CACHE_HOME: join(home, '.cache') };
  return {
    directory,
    run: (argv, environment, form) => {
      const writable = form === 'writable' ? [directory, home, temporary] : [];
      const command = ['bash', '-c', '"$@" < a.txt', 'bash', ...argv];
      const wrapped =
        form === 'plain'
          ? command
          : [
              'bwrap',
              ...ISOLATION.split(' '),
              ...writable.flatMap((path) => ['--bind', path, path]),
              ...command,
            ];
      const { status, stdout, stderr, error } = spawnSync(wrapped[0] ?? '', wrapped.slice(1), {
        cwd: directory,
        env: { ...process.env, ...own, ...environment, ...(form === 'read-only' && SET) },
        stdio: ['ignore', 'pipe', 'pipe'],
        timeout: 20_000,
        encoding: 'latin1',
      });
      return { status, output: stdout, errors: error === undefined ? stderr : String(error) };
    },
    snapshot: () => [directory, home, temporary].map(snapshotOf).join('\n'),
    remove: () => rmSync(base, { recursive: true }),
  };
}

/** Files whose rights and owners are looked at: some that not everyone may write, start or read. */
export function addRights(directory: string): readonly string[] {
  const modes = [0o400, 0o444, 0o600, 0o700, 0o755, 0o4755, 0o2755, 0o1777];
  return modes.flatMap((mode) => {
    const name = `mode-${mode.toString(8)}`;
    const path = join(directory, name);
    writeFileSync(path, 'a line\n');
    chmodSync(path, mode);
    if (process.geteuid?.() !== 0) return [name];
    const foreign = `${path}-of-another`;
    copyFileSync(path, foreign);
    chownSync(foreign, 1234, 1234);
    chmodSync(foreign, mode);
    return [name, `${name}-of-another`];
  });
}

function fill(directory: string): void {
  const run = (program: string, ...words: string[]) =>
    spawnSync(program, words, { cwd: directory, stdio: 'ignore' });
  mkdirSync(join(directory, 'src'));
  for (const name of ['a.txt', 'b.txt', 'patterns.txt', 'src/a.ts', 'src/b.js']) {
    writeFileSync(join(directory, name), 'a line\nb line\n');
  }
  writeFileSync(join(directory, 'encoded.txt'), 'YQo=\n');
  writeFileSync(join(directory, 'a.json'), '{"a": [1, 2]}\n');
  run('tar', '-cf', 'archive.tar', 'a.txt', 'src');
  run('tar', '-czf', 'archive.tgz', 'a.txt');
  run('zip', '-q', 'archive.zip', 'a.txt');
  run('gzip', '-k', 'a.txt');
  run('mv', 'a.txt.gz', 'a.gz');
  run('bzip2', '-k', 'a.txt');
  run('mv', 'a.txt.bz2', 'a.bz2');
  run('xz', '-k', 'a.txt');
  run('mv', 'a.txt.xz', 'a.xz');
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...words], {
      cwd: directory,
      stdio: 'ignore',
    });
  git('init', '-b', 'main');
  git('add', '.');
  git('commit', '-m', 'first');
  writeFileSync(join(directory, 'b.txt'), 'stashed\n');
  git('stash');
  git('remote', 'add', 'origin', 'https://example.invalid/x');
  writeFileSync(join(directory, 'b.txt'), 'a line\nc line\n');
  // Now the index is out of date: a git that may would refresh it.
  writeFileSync(join(directory, 'src/a.ts'), 'a line\nb line\n');
}
