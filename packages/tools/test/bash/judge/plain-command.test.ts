import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainCommands } from '../../../src/bash/judge/plain-command.ts';
import { parsed } from '../parsed.ts';

describe('plainCommands', () => {
  it.each([
    ['grep a b', [['grep', 'a', 'b']]],
    [`echo 'a b' "c \\" d" e\\ f ''`, [['echo', 'a b', 'c " d', 'e f', '']]],
    ['LC_ALL=C X+=1 grep a', [['grep', 'a']]],
    ['a && b || c | d; e', [['a'], ['b'], ['c'], ['d'], ['e']]],
    ['a\n\nb\n', [['a'], ['b']]],
    ['a &&\n b', [['a'], ['b']]],
    ['a \\\n b', [['a', 'b']]],
    ['grep x <in 2>/dev/null >>out 2>&1', [['grep', 'x']]],
    ['grep x &>all', [['grep', 'x']]],
    ['a # b; c', [['a']]],
    ['a#b', [['a#b']]],
    ['echo $HOME "${HOME}"', [['echo', '$HOME', '${HOME}']]],
    ['a;', [['a']]],
    ['a |& b', [['a'], ['b']]],
    [`echo $'a\\x62'`, [['echo', 'ab']]],
    ['', []],
  ])('reads %j', (text, words) => {
    expect(plainCommands(parsed(text))?.map((command) => command.words)).toEqual(words);
  });

  it('keeps what stands between commands', () => {
    expect(plainCommands(parsed('a && b || c | d; e\nf'))?.map(({ after }) => after)).toEqual([
      undefined,
      '&&',
      '||',
      '|',
      ';',
      ';',
    ]);
  });

  it.each([
    'echo $(a)',
    'echo `a`',
    'echo "$(a)"',
    'echo "`a`"',
    '(a)',
    '{ a; }',
    'a &',
    'a & b',
    'if a; then b; fi',
    'while a; do b; done',
    '! grep a',
    '[[ a ]]',
    'cat <<E\na\nE',
    'cat <<<a',
    'cat <(a)',
    `echo "a`,
    `echo 'a`,
    'a &&',
    'a |',
    '&& a',
    'a ;; b',
    'a >',
    'f() { a; }',
    'X=1',
  ])('has nothing to say of %j', (text) => {
    expect(plainCommands(parsed(text))).toBeUndefined();
  });

  it('reads any single-quoted word as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii' }), (word) => {
        fc.pre(!word.includes("'"));
        expect(plainCommands(parsed(`echo '${word}'`))?.[0]?.words).toEqual(['echo', word]);
      }),
    );
  });

  it('is quick on a text that it can not read', () => {
    expect(plainCommands(parsed(`${'a"b"\\c$d'.repeat(50_000)}(`))).toBeUndefined();
  });
});
