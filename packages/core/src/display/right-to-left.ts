import { codePointName } from './hidden-character.ts';

const SCRIPTS = 'Hebrew Arabic Syriac Thaana Nko Samaritan Mandaic Adlam Hanifi_Rohingya';
const MAX_LETTERS = 5;

let patterns: { readonly letter: RegExp; readonly around: RegExp } | undefined;

function rightToLeft(): { readonly letter: RegExp; readonly around: RegExp } {
  const letters = SCRIPTS.split(' ')
    .map((name) => String.raw`\p{Script=${name}}`)
    .join('');
  patterns ??= {
    letter: new RegExp(`(?=[${letters}])\\p{L}`, 'gv'),
    around: new RegExp(
      String.raw`(?=[${letters}])\p{L}[^\p{L}\n]*[\d\p{P}\p{S}][^\p{L}\n]*(?=[${letters}])\p{L}`,
      'v',
    ),
  };
  return patterns;
}

/**
 * Right-to-left letters with digits or signs between them, by their names: a terminal shows everything from the first to the last of
 * them in the other order. Text with nothing but blanks between such words reads as it is written.
 */
export function reorderingLetters(text: string): readonly string[] {
  if (!/[\u{590}-\u{8ff}\u{10800}-\u{10fff}\u{1e900}-\u{1e95f}]/v.test(text)) return [];
  const { letter, around } = rightToLeft();
  if (!around.test(text)) return [];
  const letters = [...new Set(text.match(letter))];
  return letters.slice(0, MAX_LETTERS).map((one) => `${one} ${codePointName(one)}`);
}
