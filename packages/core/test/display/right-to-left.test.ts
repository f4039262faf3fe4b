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
])('%j has a sign that looks like another', (text) => {
  expect(warn(text)).toEqual([
    expect.stringMatching(/^Signs that look like others: U\+[0-9A-F]{4} like "[^"]"/u),
  ]);
});

it.each(['git commit -m "改：一，二；三（四）"', 'git commit -m "a – b… “c”"', "echo '½ → €'"])(
  'signs of ordinary text are no reason to warn: %s',
  (text) => {
    expect(warn(text)).toEqual([]);
  },
);
