import { analyseCommand } from '@sluice/shell';
import { describe, expect, it } from 'vitest';
import { movedRefs, type MovedRefs } from '../../../src/bash/judge/moved-refs.ts';

const movedBy = (line: string): readonly MovedRefs[] =>
  analyseCommand(line, { cwd: '/p', home: '/home/u' })
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
  ])('%s moves %j', (line, refs) => {
    expect(movedBy(line)[0]).toEqual(refs);
  });
});
