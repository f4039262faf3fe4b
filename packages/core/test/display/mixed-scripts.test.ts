import { describe, expect, it } from 'vitest';
import { mixedScriptWords } from '../../src/display/mixed-scripts.ts';

const wordsIn = (text: string) =>
  mixedScriptWords(text).map(({ word, scripts, letters }) => [word, scripts.join(' + '), ...letters]);

describe('a word of several scripts', () => {
  it.each([
    ['Cyrillic', 'login at p\u0430ypal.com', [['p\u0430ypal', 'Latin + Cyrillic', '\u0430 U+0430']]],
    ['Greek', 'n\u03bfde', [['n\u03bfde', 'Latin + Greek', '\u03bf U+03BF']]],
    ['Cherokee', '\u13a0o', [['\u13a0o', 'Latin + Cherokee', '\u13a0 U+13A0']]],
    ['Armenian', 'c\u0578de', [['c\u0578de', 'Latin + Armenian', '\u0578 U+0578']]],
    [
      'a script without a name here',
      '\ua4f0r\u{10400}x\u16a0',
      [
        [
          '\ua4f0r\u{10400}x\u16a0',
          'Latin + Lisu + Deseret + another script',
          '\ua4f0 U+A4F0',
          '\u{10400} U+10400',
          '\u16a0 U+16A0',
        ],
      ],
    ],
    ['full width', 'r\uff4d', [['r\uff4d', 'Latin + fullwidth Latin', '\uff4d U+FF4D']]],
    ['Roman numerals', 'r\u217f', [['r\u217f', 'Latin + styled Latin', '\u217f U+217F']]],
    ['mathematical letters', 'r\u{1d426}', [['r\u{1d426}', 'Latin + styled Latin', '\u{1d426} U+1D426']]],
    [
      'two that are not Latin',
      '\u0430\u03bf',
      [['\u0430\u03bf', 'Cyrillic + Greek', '\u0430 U+0430', '\u03bf U+03BF']],
    ],
    ['twice, named once', 'p\u0430 p\u0430', [['p\u0430', 'Latin + Cyrillic', '\u0430 U+0430']]],
    [
      'one script, every letter of which looks Latin',
      'cat \u0455\u0441\u043e\u0440\u0435',
      [
        [
          '\u0455\u0441\u043e\u0440\u0435',
          'Cyrillic',
          '\u0455 U+0455',
          '\u0441 U+0441',
          '\u043e U+043E',
          '\u0440 U+0440',
          '\u0435 U+0435',
        ],
      ],
    ],
    [
      'Greek capitals',
      '\u039a\u0395\u03a5',
      [['\u039a\u0395\u03a5', 'Greek', '\u039a U+039A', '\u0395 U+0395', '\u03a5 U+03A5']],
    ],
    [
      'full-width letters alone',
      '\uff52\uff4d',
      [['\uff52\uff4d', 'fullwidth Latin', '\uff52 U+FF52', '\uff4d U+FF4D']],
    ],
    [
      'digits beside look-alikes',
      '\u0440\u04412',
      [['\u0440\u04412', 'Cyrillic', '\u0440 U+0440', '\u0441 U+0441']],
    ],
    ['after an escape', '\\p\u0430y', [['\u0430y', 'Latin + Cyrillic', '\u0430 U+0430']]],
  ])('with %s', (_, text, expected) => {
    expect(wordsIn(text)).toEqual(expected);
  });

  it.each([
    ['./bu\u0131ld.sh', 'bu\u0131ld', undefined],
    ['./\ua731afe.sh', '\ua731afe', undefined],
    ['./\u{1d44f}.sh', '\u{1d44f}', 'b'],
    ['./\u{1d7cf}.sh', '\u{1d7cf}', '1'],
    ['./\uff11.sh', '\uff11', '1'],
    ['./\u2163.sh', '\u2163', 'IV'],
    ['./\u13a1\u13de.sh', '\u13a1\u13de', 'RL'],
    ['./\uab71.sh', '\uab71', 'R'],
    ['git push \u1d0frigin', '\u1d0frigin', undefined],
    ['git push \u1d0f\u1d0b', '\u1d0f\u1d0b', 'ok'],
    ['\u0261it push', '\u0261it', undefined],
    ['./\u0264.sh', '\u0264', undefined],
    ['./\u0430.sh', '\u0430', 'a'],
    ['rm src/\u03bf', '\u03bf', 'o'],
  ])('named in %s: %s', (text, word, looksLike) => {
    expect(mixedScriptWords(text).map((one) => [one.word, one.looksLike])).toEqual([[word, looksLike]]);
  });

  it.each([
    'ba\u015far\u0131l\u0131 \u0131\u015f\u0131k g\u0259l \u0181ata \u0254d\u0254 \u014b \u0142\u00f3d\u017a stra\u00dfe \u00e6on \u0111\u1ed3ng',
    '\u2139\ufe0f \u0430 \u0438 \u03bf, \uff11\uff12 \u7b2c\uff11\u56de \uff21\u6848',
    'plain ASCII, na\u00efve caf\u00e9 Ti\u1ebfng Vi\u1ec7t',
    '\u043f\u0440\u0438\u0432\u0435\u0442 world, \u03b1 and \u03b2',
    'API\u3092\u4f7f\u3046 API\u4f7f\u7528 API\ub97c \u0627\u0644API \u0e43\u0e0a\u0e49API',
    'm\u00b2 1\u00aa \u00b5s x\u2081',
    String.raw`grep "\b` + '\u0441\u043b\u043e\u0432\u043e" a',
    '\u0430 \u0441 \u043e',
    '\u043d\u0435\u0442 \u0441\u043b\u043e\u0432\u043e \u03bb\u03cc\u03b3\u03bf\u03c2',
    'test_\u0442\u0435\u0441\u0442 git-\u0444\u0430\u0439\u043b',
  ])('is not among: %s', (text) => {
    expect(wordsIn(text)).toEqual([]);
  });
});
