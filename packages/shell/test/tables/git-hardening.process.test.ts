import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
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

/** Runs it as it is, or as classified; on a terminal too, where git would page. */
function marksOf(repository: HostileRepository, line: string, isHardened: boolean): string[] {
  const verdict = classifyArguments(words(line));
  if (verdict.kind !== 'read-only') return [`${verdict.kind}: ${JSON.stringify(verdict)}`];
  const argv = words(line).filter((word) => typeof word === 'string');
  if (isHardened) {
    for (const { at, words: inserted } of verdict.hardening?.insertions ?? [])
      argv.splice(at, 0, ...inserted);
  }
  const quoted = argv.map((word) => `'${word}'`).join(' ');
  const environment = {
    ...process.env,
    TERM: 'xterm',
    ...(isHardened ? verdict.hardening?.environment : {}),
  };
  const options = { cwd: repository.directory, env: environment, input: '', timeout: 30_000 };
  spawnSync('bash', ['-c', quoted], options);
  if (hasTerminal) spawnSync('script', ['-qec', quoted, '/dev/null'], options);
  return repository.takeMarks();
}

describe('in a repository whose settings start programs', () => {
  it('git starts none of them as the rows have it run, and all that matter otherwise', () => {
    const repository = plantRepository(join(base, 'programs'), 'programs');
    const seen = new Set<string>();
    const hardened: Record<string, string[]> = {};
    for (const line of table) {
      const verdict = classifyArguments(words(line));
      // Its settings are looked at, and refused.
      const convertsShown =
        verdict.kind === 'read-only' && verdict.hardening?.repository?.convertsShown === true;
      const marks = marksOf(repository, line, true).filter((mark) => !convertsShown || mark !== 'textconv');
      if (marks.length > 0) hardened[line] = marks;
      for (const mark of marksOf(repository, line, false)) seen.add(mark);
    }
    expect(hardened).toEqual({});
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
    expect(planted.filter((name) => !seen.has(name))).toEqual([]);
  });
});

describe('in a repository with filters', () => {
  it('each command that would start one says so', () => {
    const repository = plantRepository(join(base, 'filters'), 'filters');
    const missed: string[] = [];
    let filtered = 0;
    for (const line of table) {
      const marks = marksOf(repository, line, true);
      if (marks.length === 0) continue;
      filtered += 1;
      const verdict = classifyArguments(words(line));
      if (verdict.kind !== 'read-only' || verdict.hardening?.repository?.runsFilters !== true)
        missed.push(line);
    }
    expect(missed).toEqual([]);
    expect(filtered).toBeGreaterThan(0);
  });
});
