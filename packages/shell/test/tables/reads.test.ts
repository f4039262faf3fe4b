import { expect, it } from 'vitest';
import { classifyArguments } from '../../src/tables/classify-arguments.ts';
import { words } from './words.ts';

/** What each reads: `read` or `list`, the path or ? where it isn't known, `/**` where all beneath it is. */
const table: readonly (readonly [string, string])[] = [
  ['cat a b', 'read a, read b'],
  ['cat -', ''],
  ['cat ?1', 'read ?'],
  ['head -5 src/?+', 'read ?'],
  ['grep x a', 'read a'],
  ['grep -r x a', 'read a/**'],
  ['grep -d ?1 x a', 'read a/**'],
  ['grep -r x', 'read ./**'],
  ['grep -f list a b', 'read list, read a, read b'],
  ['grep -rn x --include=?+ src', 'read src/**'],
  ['rg x', 'read ./**'],
  ['rg ./?+ src', 'read ?/**, read src/**'],
  ['rg --files', 'list ./**'],
  ['ls', 'list .'],
  ['ls -R src', 'list src/**'],
  ['ls ?+', 'list ?'],
  ['stat a', 'list a'],
  ['du -s', 'list ./**'],
  ['du -X list a', 'read list, list a/**'],
  ['tree src', 'list src/**'],
  ['realpath a', 'list a'],
  ['readlink -f a', 'list a'],
  ['file a', 'read a'],
  ['date -r a', 'list a'],
  ['find', 'list ./**'],
  ['find src ./?+ -newer a', 'list src/**, list ?/**, list a'],
  ['fd x', 'list ./**'],
  ['[ -f a ]', 'list a'],
  ['test -r ?1', 'list ?'],
  ['[ -n a ]', ''],
  ['wc -l a', 'read a'],
  ['diff -q a b', 'read a/**, read b/**'],
  ['md5sum a', 'read a'],

  ['git status', 'list ./**'],
  ['git status src', 'list src/**'],
  ['git diff', 'read ./**'],
  ['git diff --stat', 'list ./**'],
  ['git diff --stat -p', 'read ./**'],
  ['git diff HEAD', 'read HEAD/**, read ./**'],
  ['git diff HEAD -- a', 'read HEAD/**, read a/**'],
  ['git diff -- src/?+', 'read ?/**'],
  ['git diff -- :!a', 'read ./**'],
  ["git diff -- . ':(exclude)a'", 'read ./**'],
  ["git diff -- ':(top)a' :/b", 'read a/**, read :(top)a/**, read b/**, read :/b/**'],
  ['git log', ''],
  ['git log -- a', 'list a/**'],
  ['git log -p', 'read ./**'],
  ['git log --stat', 'list ./**'],
  ['git log -p -- a', 'read a/**'],
  ['git log -L 1,5:src/a.ts', 'read src/a.ts'],
  ['git show', 'read ./**'],
  ['git show HEAD:.env', 'read .env/**, read HEAD:.env/**'],
  ['git show :.env', 'read .env/**, read :.env/**'],
  ['git show :0:.env', 'read .env/**, read :0:.env/**'],
  ["git show 'HEAD^{/fix: x}:.env'", 'read  x}:.env/**, read .env/**, read HEAD^{/fix: x}:.env/**'],
  ['git show HEAD:', 'read /**, read HEAD:/**, read ./**'],
  ['git show HEAD:a HEAD', 'read a/**, read HEAD:a/**, read HEAD/**, read ./**'],
  ["git show ':/fix'", 'read /fix/**, read :/fix/**, read ./**'],
  ['git show --name-only', 'list ./**'],
  ['git stash show', 'list ./**'],
  ['git stash show -p', 'read ./**'],
  ['git reflog', ''],
  ['git grep x', 'read ./**'],
  ['git grep x src', 'read ./**'],
  ['git grep x HEAD -- src', 'read src/**'],
  ['git blame a', 'read a'],
  ['git blame HEAD -- a', 'read HEAD, read a'],
  ['git cat-file -p HEAD:.env', 'read .env/**, read HEAD:.env/**'],
  ['git cat-file -p abc', 'read abc/**, read ./**'],
  ['git cat-file blob HEAD:a', 'read a/**, read HEAD:a/**'],
  ['git cat-file -t abc', 'list abc/**'],
  ['git ls-files', 'list ./**'],
  ['git ls-tree HEAD', 'list ./**'],
  ['git rev-parse HEAD', ''],
];

for (const [line, expected] of table) {
  it(`${line}: ${expected === '' ? 'nothing' : expected}`, () => {
    const verdict = classifyArguments(words(line));
    const reads = verdict.kind === 'read-only' ? verdict.reads : [];
    const told = reads.map(
      ({ access, path, isRecursive }) => `${access} ${path ?? '?'}${isRecursive ? '/**' : ''}`,
    );
    expect([verdict.kind, told.join(', ')]).toEqual(['read-only', expected]);
  });
}
