const CONTROL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
/** Joins emoji, or keeps letters apart: part of a grapheme. */
const JOINERS = new Set(['\u200c', '\u200d']);
const PICTURES = 0x2400;

/**
 * One line of text that a terminal shows and never obeys: line ends and tabs become spaces, other controls their
 * pictures (␛), and what is invisible or turns the direction of text, `�`.
 */
export function harmless(text: string): string {
  return text.replace(CONTROL, (character) => {
    if (JOINERS.has(character)) return character;
    const code = character.codePointAt(0) ?? 0;
    if (code === 9 || code === 10 || code === 13) return ' ';
    if (code < 0x20) return String.fromCharCode(PICTURES + code);
    return code === 0x7f ? '\u2421' : '\ufffd';
  });
}
