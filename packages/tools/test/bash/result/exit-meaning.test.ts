import { describe, expect, it } from 'vitest';
import { exitMeaning } from '../../../src/bash/result/exit-meaning.ts';
import { isSilentCommand } from '../../../src/bash/result/silent-command.ts';
import { parsed } from '../parsed.ts';

const moved = (): boolean => true;
const stayed = (): boolean => false;

describe('exit code 1', () => {
  it.each([
    'grep a b',
    'rg a',
    'egrep a b',
    'fgrep a b',
    '/usr/bin/grep a b',
    'LC_ALL=C grep a b',
    'find . -name x',
    'diff a b',
    'test -f x',
    '[ -f x ]',
    'git diff --exit-code',
    'git grep x',
    'git -C sub --no-pager diff',
    'cat a | grep b',
    'make; grep a b',
    'make || grep a b',
    'grep a b && grep c d',
    'ls | grep a && grep c d',
    'grep a b >out 2>&1',
    'if [ -d x ]; then make; fi; grep -q x f',
    'for f in *; do echo $f; done; grep x f',
    'time grep x f',
    '[[ 1 = 2 ]]',
    'test -f x && [[ -s x ]]',
    '(cd x; grep a b)',
    '{ grep a b; }',
    'if test -f x; then grep a x; else grep a b; fi',
    'for f in a b; do grep x $f; done',
    'case $x in a) grep a b ;; *) diff a b ;; esac',
    'grep "$(cat pattern)" f',
    'grep a <<< text',
    'x=1; grep a b',
    '! grep a b',
  ])('is an answer of %j', (command) => {
    expect(exitMeaning(parsed(command).script, 1, stayed)).toMatch(/\w/);
  });

  it.each([
    'make',
    'grep a b | head',
    'grep a b; make',
    'make && grep a b',
    'npm test && ls | grep a',
    'git status',
    'git',
    'set -o pipefail; make | grep a',
    'set -e; make; grep a',
    'x=$(make) && grep a b',
    'grep a b &',
    'if grep a b; then make; fi',
    'if test -f x; then grep a x; else make; fi',
    'case $x in a) grep a b ;; *) make ;; esac',
    'for f in a b; do make $f; done',
    '(grep a b; make)',
    'grep a b && (make; exit 1)',
    'test -f x || exit 1; grep a b',
    'if test -f x; then exit 1; fi; grep a b',
    'grep() { make; }; grep a b',
    'eval "$x"; grep a b',
    '! make',
    'make && [[ -f x ]]',
    'git $(echo status)',
    'mygrep a',
    './grep a',
    '',
  ])('is a failure of %j', (command) => {
    expect(exitMeaning(parsed(command).script, 1, moved)).toBeUndefined();
  });

  it('after cd is an answer when the cd has worked', () => {
    expect(exitMeaning(parsed('cd sub && grep a b').script, 1, moved)).toBe('no lines matched');
    expect(exitMeaning(parsed('cd sub && grep a b').script, 1, stayed)).toBeUndefined();
  });
});

it.each([0, 2, 127, 130])('exit code %d has no other meaning', (code) => {
  expect(exitMeaning(parsed('grep a b').script, code, moved)).toBeUndefined();
});

describe('silence is expected', () => {
  it.each(['mkdir -p a', 'cd a && touch b', 'mv a b; rm c', 'X=1 true'])('of %j', (command) => {
    expect(isSilentCommand(parsed(command))).toBe(true);
  });

  it.each(['ls', 'mkdir -pv a', 'rm --verbose a', 'mkdir a && ls', 'echo $(true)', ''])(
    'not of %j',
    (command) => {
      expect(isSilentCommand(parsed(command))).toBe(false);
    },
  );
});
