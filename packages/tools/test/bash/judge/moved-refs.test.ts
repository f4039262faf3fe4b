import { analyzeCommand } from '@sluice/shell';
import { beforeAll, describe, expect, it } from 'vitest';
import { movedRefs, type MovedRefs } from '../../../src/bash/judge/moved-refs.ts';
import { loadShell } from '../../../src/bash/settings/shell.ts';

beforeAll(loadShell);

const movedBy = (line: string): readonly MovedRefs[] =>
  analyzeCommand(line, { cwd: '/p', home: '/home/u' })
    .commands.map(({ unwrapped }) => movedRefs(unwrapped))
    .filter((refs) => refs.length > 0);

describe('movedRefs', () => {
  it.each([
    'ls *.ts',
    'cat "$f"',
    'grep "$x" a.ts',
    'npm fetch',
    'npm push ./x',
    'npm "$x"',
    'echo fast-import',
    'X="$(cat f)"',
    '[[ "$a" = b ]]',
    'for f in *.ts; do cat "$f"; done',
    './gitk "$x"',
    '"$x"',
    '"$x" test',
    'git log "$x"',
    'git branch --contains trunk',
    'git checkout --ignore-skip-worktree-bits trunk',
    'git push origin feature/x',
    'git push origin "$x"',
    'git push --force-with-lease',
    'git push -o ./x origin +HEAD:trunk',
    'git worktree add w trunk',
  ])('%s moves none', (line) => {
    expect(movedBy(line)).toEqual([]);
  });

  it.each([
    ['/usr/bin/git branch -f trunk', ['trunk']],
    ['git-update-ref refs/heads/trunk HEAD', ['refs/heads/trunk']],
    ['"$x" branch -f trunk', ['trunk']],
    ['"$x" "$y" trunk', 'all'],
    ['git "$x"', 'all'],
    ['git fast-import', 'all'],
    ['git branch --mo trunk was', ['trunk', 'was']],
    ['git branch --cop agent trunk', ['trunk']],
    ['git branch --de trunk', ['trunk']],
    ['git branch --fo trunk HEAD', ['trunk']],
    ['git switch --ig trunk', ['trunk']],
    ['git switch --force- trunk', ['trunk']],
    ['git symbolic-ref --d refs/heads/trunk', ['refs/heads/trunk']],
    ['git update-ref --st', 'all'],
    ['git worktree add --f w trunk', ['trunk']],
    ['git worktree add --force w trunk', ['trunk']],
    ['git subtree split -P x --br trunk', ['trunk']],
    ['git fetch --std .', 'all'],
    ['git push "$x" +HEAD:trunk', ['trunk']],
    ['git push -o y "$x" +HEAD:trunk', ['trunk']],
    ['git push --push-opt y . +HEAD:trunk', ['trunk']],
    ['git push --m ../main', 'all'],
    ['git push --repo=../main', 'all'],
    ['git push --repo ../main', 'all'],
  ])('%s moves %j', (line, refs) => {
    expect(movedBy(line)[0]).toEqual(refs);
  });
});
