import { describe, expect, it } from 'vitest';
import { grepArguments } from '../../src/grep/grep-arguments.ts';
import type { GrepInput } from '../../src/grep/grep-input.ts';

const argumentsOf = (input: Partial<GrepInput>): string[] =>
  grepArguments({ pattern: 'x', ...input }, '/w', './');

describe('the arguments of rg', () => {
  it.each<[string, Partial<GrepInput>, readonly string[]]>([
    ['a pattern can be no option', { pattern: '--files' }, ['--regexp=--files', './']],
    ['a glob can be no option', { glob: '-x' }, ['--glob=-x']],
    ['a type can be no option', { type: '-x' }, ['--type=-x']],
    ['paths by default', {}, ['--files-with-matches']],
    ['counts', { output_mode: 'count' }, ['--count']],
    [
      'lines are numbered, so that they can be told apart',
      { output_mode: 'content', '-n': false },
      ['--line-number'],
    ],
    ['case', { '-i': true }, ['--ignore-case']],
    ['only the match', { output_mode: 'content', '-o': true }, ['--only-matching']],
    ['lines before', { output_mode: 'content', '-B': 1 }, ['--before-context=1', '--after-context=0']],
    ['lines after', { output_mode: 'content', '-A': 2 }, ['--before-context=0', '--after-context=2']],
    ['lines around', { output_mode: 'content', context: 3 }, ['--before-context=3', '--after-context=3']],
    [
      'lines around by the alias',
      { output_mode: 'content', '-C': 4 },
      ['--before-context=4', '--after-context=4'],
    ],
    [
      'one side wins over both',
      { output_mode: 'content', '-C': 4, '-A': 1 },
      ['--before-context=4', '--after-context=1'],
    ],
    ['the name wins over its alias', { output_mode: 'content', '-C': 4, context: 1 }, ['--before-context=1']],
    ['many lines', { multiline: true }, ['--multiline', '--multiline-dotall', '--mmap']],
    ['Windows line ends', {}, ['--crlf']],
    ['a glob from the search root', { glob: './src/*.ts' }, ['--glob=/src/*.ts']],
    ['a glob left out from the search root', { glob: '!./src/*.ts' }, ['--glob=!/src/*.ts']],
    ['an absolute glob in the search root', { glob: '/w/src/*.ts' }, ['--glob=/src/*.ts']],
    ['an absolute glob left out', { glob: '!/w/src/*.ts' }, ['--glob=!/src/*.ts']],
    ['a glob of a folder that begins alike', { glob: '/w2/*.ts' }, ['--glob=/w2/*.ts']],
    ['version control comes after the own glob', { glob: '*.x' }, ['--glob=*.x', '--glob=!.git']],
  ])('%s', (_, input, expected) => {
    expect(argumentsOf(input).filter((argument) => expected.includes(argument))).toEqual(expected);
  });

  it.each<[string, Partial<GrepInput>, RegExp]>([
    [
      'no lines around in other modes',
      { output_mode: 'count', context: 3, '-o': true },
      /context=|only-matching/,
    ],
    ['no line-end rule of our own where the pattern has one', { pattern: String.raw`a\r\n` }, /crlf/],
    ['nor where it is a number', { pattern: String.raw`a\x0D` }, /crlf/],
    ['no glob that matches every name', { glob: '**/*' }, /glob=\*/],
  ])('%s', (_, input, unwanted) => {
    expect(argumentsOf(input).filter((argument) => unwanted.test(argument))).toEqual([]);
  });
});
