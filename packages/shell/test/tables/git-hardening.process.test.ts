import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { classifyArguments } from '../../src/tables/classify-arguments.ts';
import { gitReadOnly } from './examples/git.ts';
import { plantRepository, type HostileRepository } from './hostile-repository.ts';
import { lines, words } from './words.ts';

const table = [
  ...gitReadOnly,
  ...lines(`
    git status --ignored -u
    git status -v --short
    git log -p --all
    git log -L 1,1:a.txt
    git log -L1,1:a.txt --no-walk
    git log -S one
    git log -G one -- a.txt
    git log -c -m --all
    git log --cc --all
    git log --format=raw --all
    git log --oneline --decorate
    git log --follow -p -- a.txt
    git log --check
    git show HEAD:a.txt
    git show :a.txt
    git show HEAD:lost.txt
    git show HEAD^{tree}
    git show v1
    git diff HEAD v1
    git diff v1 -- lost.txt sub
    git diff --ignore-submodules=all
    git diff HEAD:a.txt v1:a.txt
    git diff --word-diff
    git diff -- src/a.ts
    git diff -- sub
    git diff HEAD -- a.txt src
    git diff --raw
    git diff-files --quiet
    git diff-index --exit-code HEAD -- sub
    git diff-tree -p HEAD
    git diff-tree -p --root -m HEAD v1
    git diff-index -p HEAD
    git diff-index --cached HEAD
    git diff-files -p
    git whatchanged -p
    git blame a.txt
    git blame -M -C HEAD -- a.txt
    git grep one
    git grep --cached one
    git grep --untracked one
    git grep -W lost HEAD
    git stash list
    git stash list -L 1,1:a.txt
    git stash list -m --first-parent
    git stash show
    git reflog show -p
    git reflog -1
    git shortlog HEAD
    git rev-list --objects --all
    git rev-list --disk-usage --objects HEAD
    git cat-file -p HEAD:lost.txt
    git cat-file -s HEAD:lost.txt
    git cat-file -e HEAD:lost.txt
    git cat-file commit HEAD
    git ls-tree -rl HEAD
    git rev-parse HEAD:lost.txt
    git ls-files -o -m -d --exclude-standard
    git ls-files -s --eol
    git describe --always
    git for-each-ref --format=%(refname)%(contents)
    git branch -vv --contains HEAD
    git tag -n --contains v1
    git remote show -n origin
    git config --list --includes
    git check-ignore -v a.txt
  `),
];

let base = '';

beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'sluice-git-'));
});

afterAll(() => rmSync(base, { recursive: true }));

const hasTerminal = spawnSync('script', ['--version']).status === 0;

/** How many run one after the other before it is looked at what they have started. */
const PART = 25;

const readOnly = table.flatMap((line) => {
  const verdict = classifyArguments(words(line));
  return verdict.kind === 'read-only' ? [{ line, hardening: verdict.hardening }] : [];
});

type Line = (typeof readOnly)[number];

/** A command as it is, or as classified, in a shell of its own. */
function commandOf({ line, hardening }: Line, isHardened: boolean): string {
  const argv = words(line).filter((word) => typeof word === 'string');
  if (!isHardened) return `(${quoted(argv)})`;
  for (const { at, words: inserted } of hardening?.insertions ?? []) argv.splice(at, 0, ...inserted);
  const variables = Object.entries(hardening?.environment ?? {}).map(
    ([name, value]) => `export ${name}='${value}'; `,
  );
  return `(${variables.join('')}${quoted(argv)})`;
}

function quoted(argv: readonly string[]): string {
  return argv.map((word) => `'${word}'`).join(' ');
}

/** What they start; on a terminal too, where git would page. */
function marksOf(repository: HostileRepository, lines: readonly Line[], isHardened: boolean): string[] {
  const script = join(base, 'script');
  writeFileSync(script, lines.map((line) => `${commandOf(line, isHardened)}\n`).join(''));
  const environment = { ...process.env, TERM: 'xterm' };
  const timeout = 30_000 * lines.length;
  const options = { cwd: repository.directory, env: environment, input: '', timeout };
  for (const [program = '', ...rest] of [
    ['bash', script],
    ...(hasTerminal ? [['script', '-qec', `bash ${script}`, '/dev/null']] : []),
  ]) {
    const { error } = spawnSync(program, rest, options);
    if (error !== undefined) throw error;
  }
  return repository.takeMarks();
}

/** What single lines start, as classified, of those that are expected to start nothing but `own`. */
function startedBy(
  repository: HostileRepository,
  lines: readonly Line[],
  own: readonly string[] = [],
): Readonly<Record<string, readonly string[]>> {
  const marks = (some: readonly Line[]): string[] =>
    marksOf(repository, some, true).filter((mark) => !own.includes(mark));
  const found: Record<string, readonly string[]> = {};
  for (let start = 0; start < lines.length; start += PART) {
    const part = lines.slice(start, start + PART);
    const together = marks(part);
    if (together.length === 0) continue;
    for (const one of part) {
      const alone = marks([one]);
      if (alone.length > 0) found[one.line] = alone;
    }
    if (!part.some(({ line }) => line in found)) found[part.map(({ line }) => line).join('\n')] = together;
  }
  return found;
}

describe('in a repository whose settings start programs', { timeout: 600_000 }, () => {
  it('git starts none of them as the rows have it run, and all that matter otherwise', () => {
    expect(table.filter((line) => !readOnly.some((one) => one.line === line))).toEqual([]);
    const repository = plantRepository(join(base, 'programs'), 'programs');
    const converts = ({ hardening }: Line): boolean => hardening?.repository?.convertsShown === true;
    // The settings of those that convert what they show are looked at, and refused.
    const converting = startedBy(repository, readOnly.filter(converts), ['textconv']);
    const others = readOnly.filter((line) => !converts(line));
    expect({ ...startedBy(repository, others), ...converting }).toEqual({});
    const planted = [
      'diff-command',
      'diff-external',
      'fsmonitor',
      'gpg',
      'remote',
      'sub-fsmonitor',
      'textconv',
    ];
    if (hasTerminal) planted.push('pager');
    const seen = marksOf(repository, readOnly, false);
    expect(planted.filter((name) => !seen.includes(name))).toEqual([]);
  });
});

describe('in a repository with filters', { timeout: 600_000 }, () => {
  it('each command that would start one says so', () => {
    const repository = plantRepository(join(base, 'filters'), 'filters');
    const says = ({ hardening }: Line): boolean => hardening?.repository?.runsFilters === true;
    const silent = readOnly.filter((line) => !says(line));
    expect(startedBy(repository, silent)).toEqual({});
    expect(marksOf(repository, readOnly.filter(says), true)).not.toEqual([]);
  });
});
