/** Controls that terminals obey, and characters that hide or reorder text. `JSON.stringify` escapes only those below U+0020. */
const UNSAFE = /[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Zs}]--[ \n]]/gv;

/** A value as JSON of several lines, for programs, that a terminal shows and never obeys. */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value, undefined, 2);
  return `${text.replaceAll(UNSAFE, escapeUnits)}\n`;
}

function escapeUnits(character: string): string {
  return Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
    .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
    .join('');
}
