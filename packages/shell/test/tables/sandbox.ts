import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canRun } from './can-run.ts';
import { snapshotOf } from './snapshot-of.ts';

export interface Command {
  readonly argv: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** As it is, with only the three directories writable, or with nothing writable. */
type Form = 'plain' | 'writable' | 'read-only';

/** A directory with a repository and files of many kinds in it, a home and a place for temporary files. */
export interface Sandbox {
  readonly directory: string;
  /** Runs commands one after the other, each in a shell of its own whose standard input is a file. */
  readonly run: (commands: readonly Command[], form: Form) => readonly Outcome[];
  /** Of these commands, those that change something in the three directories. */
  readonly changing: (commands: readonly Command[], form: Form) => readonly Command[];
  /** Names, kinds, modes, sizes, times of change and contents of all that is in the three directories. */
  readonly snapshot: () => string;
  readonly remove: () => void;
}

export interface Outcome {
  readonly status: number;
  readonly output: string;
  readonly errors: string;
}

export const hasBubblewrap = canRun('bwrap', ['--ro-bind', '/', '/', 'true']);

/** Of root the right to read is kept, as by the read-only profile. */
const ISOLATION =
  '--ro-bind / / --dev /dev --proc /proc --unshare-net --unshare-pid --die-with-parent --cap-drop ALL' +
  (process.geteuid?.() === 0 ? ' --cap-add CAP_DAC_READ_SEARCH' : '');

/** None of the commands waits for anything; a busy machine runs a hundred of them in some seconds. */
const LIMIT_MS = 600_000;

/** What the read-only profile sets. */
const SET = { TMPDIR: '/dev/shm', GIT_OPTIONAL_LOCKS: '0' };

export function makeSandbox(): Sandbox {
  const base = mkdtempSync(join(tmpdir(), 'sluice-tables-'));
  const [directory, home, temporary] = ['work', 'home', 'tmp'].map((name) => join(base, name));
  if (directory === undefined || home === undefined || temporary === undefined) throw new Error('no names');
  for (const path of [directory, home, temporary]) mkdirSync(path);
  fill(directory);

  const own = { HOME: home, TMPDIR: temporary, XDG_CACHE_HOME: join(home, '.cache') };
  const log = mkdtempSync(join(tmpdir(), 'sluice-outcomes-'));
  const run = (commands: readonly Command[], form: Form): readonly Outcome[] => {
    const script = join(log, 'script');
    writeFileSync(script, commands.map((command, index) => linesOf(command, index, log)).join(''));
    const writable = [...(form === 'writable' ? [directory, home, temporary] : []), log];
    const isolation = [...ISOLATION.split(' '), ...writable.flatMap((path) => ['--bind', path, path])];
    const wrapped = [...(form === 'plain' ? [] : ['bwrap', ...isolation]), 'bash', script];
    const { status, stderr, error } = spawnSync(wrapped[0] ?? '', wrapped.slice(1), {
      cwd: directory,
      env: { ...process.env, ...own, ...(form === 'read-only' && SET) },
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: LIMIT_MS,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`The commands could not be run: ${String(error ?? stderr)}`);
    return commands.map((_, index) => {
      const read = (name: string): string => readFileSync(join(log, `${index}.${name}`), 'latin1');
      return { status: Number(read('status')), output: read('out'), errors: read('err') };
    });
  };
  const snapshot = (): string => [directory, home, temporary].map(snapshotOf).join('\n');
  return {
    directory,
    run,
    changing(commands, form) {
      const changes = (some: readonly Command[]): boolean => {
        const before = snapshot();
        run(some, form);
        return snapshot() !== before;
      };
      if (!changes(commands)) return [];
      const found = commands.filter((command) => changes([command]));
      // What has been written once may be there already.
      return found.length > 0 ? found : commands;
    },
    snapshot,
    remove: () => [base, log].forEach((path) => rmSync(path, { recursive: true })),
  };
}

/** What a script does to run a command and keep its outcome. */
function linesOf({ argv, environment }: Command, index: number, log: string): string {
  const variables = Object.entries(environment).map(([name, value]) => `export ${name}=${quote(value)}; `);
  const shell = `(${variables.join('')}${argv.map((word) => quote(word)).join(' ')} < a.txt)`;
  return `${shell} > ${log}/${index}.out 2> ${log}/${index}.err; echo $? > ${log}/${index}.status\n`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
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
