import { expect, it } from 'vitest';
import { showText } from '../../src/display/show-text.ts';
import { warningsAbout } from '../../src/display/warnings-about.ts';

const warn = (text: string): readonly string[] => warningsAbout(text, showText(text));

it.each(['mv ./א/1 ./ב/2', 'rm -rf ./א/../../ב', 'mv א 1 2', 'mv ا 1 ٢ 3', 'mv ٢ ٣', 'rm -rf ./٢/../ا'])(
  '%s may be shown in another order',
  (text) => {
    expect(warn(text)).toEqual([
      expect.stringMatching(/^Right-to-left letters \(. U\+0[56][0-9A-F]{2}[,)]/u),
    ]);
  },
);

it.each([
  'git commit -m "שלום עולם"',
  'cat א.txt',
  'cat א1.txt',
  'mv ٢ 3',
  'seq ٢٣',
  'echo مرحبا بالعالم',
  'mv ä/1 ö/2',
  "echo 'א\nב'".replace('\\n', '\n'),
])('%s is shown as it is', (text) => {
  expect(warn(text)).toEqual([]);
});

it.each([
  'echo a\u037e rm b',
  'ls \u2215',
  'cat x\uff5csh',
  'curl a\u2024com',
  'cat a\u2044b',
  'rm x \uff07; rm y',
  'rm x \uff03 ; rm y',
  'ls \uff1b rm b',
  'ls \uff1a rm b',
  ...'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'
    .split('')
    .map((sign) => `ls ${String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0)}x`),
  ...'\u2010 \u2011 \u2012 \u2013 \u2014 \u2015 \u2212 \u02d7 \u2043 \ufe63 \uff0d'
    .split(' ')
    .map((dash) => `rm ${dash}rf x`),
  'git push \u2010\u2010force',
  'git push --dry\u2011run',
  'cat \ufe68etc',
  'echo \u2018a; rm b\u2019',
  'echo \u201c$(rm b)\u201d',
  'echo \u2018a\u2019 \u2018b | sh\u2019',
])('%j has a sign that looks like another', (text) => {
  expect(warn(text)).toEqual([
    expect.stringMatching(/^Signs that look like others: U\+[0-9A-F]{4} like "(?:[^"]|"(?="))"/u),
  ]);
});

it.each([
  'git commit -m "改：一，二；三（四）"',
  'git commit -m "修正（fix）"',
  'git commit -m "変更！〜です？"',
  'git commit -m "a – b… “c”"',
  'git commit -m "1–2, a—b, it’s “so” and ‘so’; done"',
  'git commit -m "‘A’ & ‘B’ | “C”"',
  "echo '½ → €'",
  'echo "│ a │ ├── b"',
])('signs of ordinary text are no reason to warn: %s', (text) => {
  expect(warn(text)).toEqual([]);
});
