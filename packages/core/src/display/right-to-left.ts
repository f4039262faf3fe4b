import { codePointName } from './hidden-character.ts';

const SCRIPTS = 'Hebrew Arabic Syriac Thaana Nko Samaritan Mandaic Adlam Hanifi_Rohingya';
const MAX_LETTERS = 5;
/** Numbers that run from the right by themselves. */
const ARABIC_NUMBERS = String.raw`\u{600}-\u{605}\u{660}-\u{669}\u{66b}\u{66c}\u{6dd}\u{10e60}-\u{10e7e}`;

let patterns: { readonly letter: RegExp; readonly around: RegExp } | undefined;

function rightToLeft(): { readonly letter: RegExp; readonly around: RegExp } {
  const letters = SCRIPTS.split(' ')
    .map((name) => String.raw`\p{Script=${name}}`)
    .join('');
  patterns ??= {
    letter: new RegExp(String.raw`(?=[${letters}])\p{L}|[${ARABIC_NUMBERS}]`, 'gv'),
    around: new RegExp(
      [
        String.raw`(?=[${letters}])\p{L}[^\p{L}\n]*[\d\p{P}\p{S}][^\p{L}\n]*(?=[${letters}])\p{L}`,
        // A number after such a letter stands on its left, and several change places.
        String.raw`(?=[${letters}])\p{L}[^\p{L}\n]*[\s\p{P}\p{S}][^\p{L}\n]*\p{Nd}`,
        String.raw`[${ARABIC_NUMBERS}][^\p{L}\n]*[\s\p{P}\p{S}][^\p{L}\n]*(?:[${ARABIC_NUMBERS}]|(?=[${letters}])\p{L})`,
      ].join('|'),
      'v',
    ),
  };
  return patterns;
}

/**
 * Right-to-left letters and numbers with digits or signs between them, by their names: a terminal shows everything from the first to the last of
 * them in the other order. Text with nothing but blanks between such words reads as it is written.
 */
export function reorderingLetters(text: string): readonly string[] {
  if (!/[\u{590}-\u{8ff}\u{10800}-\u{10fff}\u{1e900}-\u{1e95f}]/v.test(text)) return [];
  const { letter, around } = rightToLeft();
  if (!around.test(text)) return [];
  const letters = [...new Set(text.match(letter))];
  return letters.slice(0, MAX_LETTERS).map((one) => `${one} ${codePointName(one)}`);
}
