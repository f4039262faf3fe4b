import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sanitize } from '../../src/display/sanitize.ts';
import { showText } from '../../src/display/show-text.ts';

describe('one line for a person', () => {
  it.each([
    ['plain text stays', 'grün 日本 e\u0301 😀 →', 'grün 日本 e\u0301 😀 →'],
    ['an escape sequence', '\u001b[31mred\u001b]0;title\u0007', '⟨U+001B⟩[31mred⟨U+001B⟩]0;title⟨U+0007⟩'],
    ['backspaces', 'rm\b\bls', 'rm⟨U+0008⟩⟨U+0008⟩ls'],
    ['line feeds, tabs and CRLF', 'a\nb\tc\r\nd', 'a↵b⇥c␍↵d'],
    ['a carriage return alone', 'rm -rf /\rls', 'rm -rf /⟨U+000D⟩ls'],
    ['two before a line feed', 'a\r\r\nb', 'a⟨U+000D⟩⟨U+000D⟩↵b'],
    ['delete and C1 controls', '\u007f\u009b31m\u0085', '⟨U+007F⟩⟨U+009B⟩31m⟨U+0085⟩'],
    ['what turns the direction of text', 'a\u202eb\u2066\u061c', 'a⟨U+202E⟩b⟨U+2066⟩⟨U+061C⟩'],
    ['separators of lines', 'a\u2028b\u2029c', 'a⟨U+2028⟩b⟨U+2029⟩c'],
    ['a lone surrogate', 'a\ud83d', 'a⟨U+D83D⟩'],
    ['a byte order mark', '\ufeffa', '⟨U+FEFF⟩a'],
    ['joiners', 'क्\u200dष می\u200cروم', 'क्⟨U+200D⟩ष می⟨U+200C⟩روم'],
    ['an emoji of several', '👩\u200d👧 ❤\ufe0f', '👩⟨U+200D⟩👧 ❤⟨U+FE0F⟩'],
    ['Hangul fillers', '\u115f\u1160\u3164\uffa0', '⟨U+115F⟩⟨U+1160⟩⟨U+3164⟩⟨U+FFA0⟩'],
    ['blanks that are not ASCII', 'a\u00a0b\u3000c\u202f', 'a⟨U+00A0⟩b⟨U+3000⟩c⟨U+202F⟩'],
    ['the grapheme joiner', 'a\u034fb', 'a⟨U+034F⟩b'],
    ['tags and supplementary variation selectors', 'a\u{e0041}\u{e0100}', 'a⟨U+E0041⟩⟨U+E0100⟩'],
    ['interlinear annotation', '\ufff9a\ufffab\ufffb', '⟨U+FFF9⟩a⟨U+FFFA⟩b⟨U+FFFB⟩'],
    ['private use', '\ue000\u{f0000}', '⟨U+E000⟩⟨U+F0000⟩'],
    ['unassigned and non-characters', '\u0378\uffff', '⟨U+0378⟩⟨U+FFFF⟩'],
    [
      'symbols that are drawn blank',
      '\u2800\ufffc\u{13441}\u{13442}\u{16fe4}\u{1d159}',
      '⟨U+2800⟩⟨U+FFFC⟩⟨U+13441⟩⟨U+13442⟩⟨U+16FE4⟩⟨U+1D159⟩',
    ],
    ['marks piled on a letter', `z${'\u0301'.repeat(6)}a`, 'z\u0301\u0301\u0301\u0301⟨U+0301⟩⟨U+0301⟩a'],
    ['strokes and frames over letters', 'r\u0336m\u20dd \u0301', 'r⟨U+0336⟩m⟨U+20DD⟩ ⟨U+0301⟩'],
    ['a mark without a letter', '\u0338 \u0338', '⟨U+0338⟩ ⟨U+0338⟩'],
    ['many of one', '\u200b'.repeat(300), '⟨U+200B ×300⟩'],
    ['blanks', `ls${' '.repeat(300)}; rm`, 'ls⟨blank ×300⟩; rm'],
    ['eight blanks', `a${' '.repeat(8)}b`, `a${' '.repeat(8)}b`],
    ['indentation', `${' '.repeat(40)}b`, `${' '.repeat(40)}b`],
    ['more than indentation', `${' '.repeat(41)}b`, '⟨blank ×41⟩b'],
    ['tabs', `a${'\t'.repeat(9)}b`, 'a⟨tab ×9⟩b'],
    ['empty lines', `a${'\n'.repeat(300)}b`, 'a↵⟨empty line ×299⟩↵b'],
    ['lines of blanks', `a\n${' \n'.repeat(60)}b`, 'a↵⟨lines of blanks: 1 ×60⟩↵b'],
    [
      'lines of all kinds',
      `a${'\n'.repeat(9)} \t\n\t\r\n  b`,
      'a↵⟨lines of blanks: 0 ×8, 1+⇥ ×1, ⇥+␍ ×1⟩↵  b',
    ],
    [
      'text that looks like a mark',
      '⟨U+200D⟩ ⟨blank ×9⟩ ⇥ ↵ ␍',
      '⟨U+27E8⟩U+200D⟩ ⟨U+27E8⟩blank ×9⟩ ⟨U+21E5⟩ ⟨U+21B5⟩ ⟨U+240D⟩',
    ],
    ['brackets that do not', '⟨a|b⟩', '⟨a|b⟩'],
  ])('%s', (_, text, shown) => {
    expect(sanitize(text)).toBe(shown);
  });
});

/** Written out once more, in another way than in the sources. */
const isHidden = (character: string): boolean =>
  /^(?:\p{Cc}|\p{Cf}|\p{Cs}|\p{Co}|\p{Cn}|\p{Zl}|\p{Zp}|\p{Default_Ignorable_Code_Point})$/u.test(
    character,
  ) ||
  (/^\p{Zs}$/u.test(character) && character !== ' ') ||
  character === '\u2800' ||
  /^[\u0334-\u0338\u20dd-\u20e0]$/u.test(character);

const anyText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 4 }),
      fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
      fc.constantFrom(
        '⟨',
        '⟩',
        'U+200D',
        '⟨blank ×9⟩',
        ' ×9⟩',
        '\u200d',
        '\u0301',
        '\r',
        '\n',
        '\t',
        ' ',
        'a',
        '↵',
        '⇥',
        '␍',
      ),
      fc
        .constantFrom(' ', '\n', '\t', '\u200b', '\u0301')
        .chain((one) => fc.nat(60).map((count) => one.repeat(count))),
      fc
        .constantFrom(' \n', '\t\n', '  \r\n', '\n')
        .chain((one) => fc.nat(20).map((count) => one.repeat(count))),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));

/** `2+⇥ ×3`: three lines of two blanks and a tab. */
function unshownLines(run: string): string {
  const [shown = '', times] = run.split(' ×');
  const pieces = shown
    .split('+')
    .map((piece) =>
      /^\d+$/u.test(piece) ? ' '.repeat(Number(piece)) : piece.replaceAll('⇥', '\t').replaceAll('␍', '\r'),
    );
  return `${pieces.join('')}\n`.repeat(Number(times));
}

/** Reads the shown text back: possible only if different texts are shown differently. */
function unsanitize(shown: string): string {
  const unit = (name: string): string =>
    name === 'blank' ? ' ' : name === 'tab' ? '\t' : String.fromCodePoint(Number.parseInt(name.slice(2), 16));
  return shown.replaceAll(
    /↵⟨empty line ×(\d+)⟩↵|↵⟨lines of blanks: ([^⟩]*)⟩↵|⟨(blank|tab|U\+[0-9A-F]+)(?: ×(\d+))?⟩|[↵⇥␍]/gu,
    (
      mark: string,
      lines: string | undefined,
      blanks: string | undefined,
      name: string | undefined,
      count: string | undefined,
    ) => {
      if (blanks !== undefined) return `\n${blanks.split(', ').map(unshownLines).join('')}`;
      if (lines !== undefined) return '\n'.repeat(Number(lines) + 1);
      if (name !== undefined) return unit(name).repeat(Number(count ?? 1));
      return mark === '↵' ? '\n' : mark === '⇥' ? '\t' : '\r';
    },
  );
}

describe('any text', () => {
  it('is shown without a hidden character, a long run of blanks or a pile of marks', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const shown = sanitize(text);
        expect(Array.from(shown).filter(isHidden)).toEqual([]);
        expect(shown).not.toMatch(/[^ ↵] {9}|(?:^|↵) {41}|\p{M}{5}|(?:^|↵)\p{M}/u);
      }),
    );
  });

  it('can be read back from what is shown', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(unsanitize(sanitize(text))).toBe(text);
      }),
    );
  });

  it('counts what is hidden in it', () => {
    const hidden = fc.constantFrom('\u200d', '\u3164', '\u00a0', '\u001b', '\u2800', '\u{e0041}');
    fc.assert(
      fc.property(fc.array(fc.oneof(hidden, fc.constantFrom('a', 'é', '\n', '\t'))), (characters) => {
        const counts = [...showText(characters.join('')).hidden.values()];
        const expected = characters.filter((character) => isHidden(character) && !/[\n\t]/u.test(character));
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(expected.length);
      }),
    );
  });
});

it('every code point that is hidden is marked, and no letter, digit or punctuation is', () => {
  const shownAsItIs: string[] = [];
  const marked: string[] = [];
  for (let code = 0; code <= 0x10ffff; code += 1) {
    // Planes in which nothing is assigned.
    if (code === 0x40000) code = 0xdff00;
    const character = String.fromCodePoint(code);
    // A letter before it, so that a combining mark has something to stand on.
    const isMarked = sanitize(`a${character}`) !== `a${character}`;
    if (isHidden(character) && !isMarked) shownAsItIs.push(code.toString(16));
    if (isMarked && /^[\p{L}\p{N}\p{P}]$/u.test(character) && !isHidden(character))
      marked.push(code.toString(16));
  }
  expect(shownAsItIs).toEqual([]);
  expect(marked).toEqual(['13441', '13442']);
});
