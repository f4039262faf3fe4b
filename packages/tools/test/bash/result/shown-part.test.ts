import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { shownPart } from '../../../src/bash/result/shown-part.ts';

const FILE = 'one\n\nthree\nfour\n';
const all = { isPartial: false, range: { offset: 1, limit: 4, total: 4 } };
const part = (offset: number, limit: number) => ({ isPartial: true, range: { offset, limit, total: 4 } });
const some = { isPartial: true };

test.each([
  ['cat f', FILE, all],
  ['cat f', 'one\n\nthree\nfour', all],
  ['cat -n f', '     1\tone\n     2\t\n     3\tthree\n     4\tfour\n', all],
  ['nl f', '     1\tone\n       \n     2\tthree\n     3\tfour\n', all],
  ['bat -n f', '   1 one\n   2 \n   3 three\n   4 four\n', all],
  ['cat -A f', 'one$\n$\nthree$\nfour$\n', undefined],
  ['cat -s f', 'one\nthree\nfour\n', undefined],
  ['cat f f', FILE + FILE, undefined],
  ['cat f', '', undefined],
  ['head f', FILE, all],
  ['head -2 f', 'one\n\n', part(1, 2)],
  ['head -c 2 f', 'on', undefined],
  ['tail -n 2 f', 'three\nfour\n', part(3, 2)],
  ['tail -n +2 f', '\nthree\nfour\n', part(2, 3)],
  ['sed -n 2,3p f', '\nthree\n', part(2, 2)],
  ['sed -n 3p f', 'three\n', part(3, 1)],
  ['sed -n 3,$p f', 'three\nfour\n', part(3, 2)],
  ['sed -n /t/p f', 'three\n', some],
  ['grep . f', 'one\nthree\nfour\n', some],
  ['grep -n t f', '3:three\n', some],
  ['grep -c t f', '1\n', undefined],
  ["grep '' f", FILE, all],
  ['rg three f', 'three\n', some],
] as const)('%s that prints %j', (line, output, expected) => {
  expect(shownPart(line.split(' '), output, FILE)).toEqual(expected);
});

test('any text is whole as it is and numbered, and no more with a line less', () => {
  const line = fc.string({ unit: fc.constantFrom('a', ' ', '\t', '1', ':'), maxLength: 5 });
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), fc.nat(), (lines, at) => {
      const content = `${lines.join('\n')}\n`;
      const numbered = lines.map((text, index) => `${String(index + 1).padStart(6)}\t${text}\n`).join('');
      const isWhole = (output: string) => shownPart(['cat', 'f'], output, content)?.isPartial === false;
      expect([isWhole(content), isWhole(numbered)]).toEqual([true, true]);
      const fewer = lines.toSpliced(at % lines.length, 1).map((text) => `${text}\n`);
      expect(isWhole(fewer.join(''))).toBe(false);
      expect(isWhole(content.replace(/\n/, '?\n'))).toBe(false);
    }),
  );
});

test('an empty file is seen by seeing nothing', () => {
  expect(shownPart(['cat', 'f'], '', '')).toEqual({
    isPartial: false,
    range: { offset: 1, limit: 0, total: 0 },
  });
});
